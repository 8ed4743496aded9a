package io.tapstate.cli.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tapstate.cli.error.CliError;
import io.tapstate.cli.render.JobFields;
import io.tapstate.cli.render.MetricLines;
import io.tapstate.cli.render.StatusScreen;
import io.tapstate.cli.render.StructuredText;
import io.tapstate.cli.render.Style;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlinkRestGatewayTest {
    private final Map<String, String> answers = new HashMap<>();
    private HttpServer server;
    private String address;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/", exchange -> {
            String answer = answers.get(exchange.getRequestURI().toString());
            byte[] body = (answer == null ? "no" : answer).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aJobIsReadWithItsTablesAndItsLastCheckpoint() {
        answers.put(
                "/jobs/ab",
                "{\"name\":\"p\",\"state\":\"RUNNING\",\"start-time\":1000,\"now\":62000,\"vertices\":[{\"id\":\"v1\"}]}");
        answers.put("/jobs/ab/metrics?get=numRestarts", "[{\"id\":\"numRestarts\",\"value\":\"2\"}]");
        answers.put(
                "/jobs/ab/checkpoints",
                "{\"latest\":{\"completed\":{\"id\":7,\"latest_ack_timestamp\":61500,\"end_to_end_duration\":30,"
                        + "\"checkpointed_size\":1500,\"state_size\":2500000}}}");
        String rows = "Source__read_orders_db_(orders).tapstate.table.appdb.orders.snapshotRows";
        String streaming = "Source__read_orders_db_(orders).tapstate.streaming";
        answers.put(
                "/jobs/ab/vertices/v1/subtasks/metrics",
                "[{\"id\":\"" + rows + "\"},{\"id\":\"" + streaming + "\"},{\"id\":\"numRecordsOut\"}]");
        answers.put(
                "/jobs/ab/vertices/v1/subtasks/metrics?agg=sum&get="
                        + URLEncoder.encode(rows + "," + streaming, StandardCharsets.UTF_8),
                "[{\"id\":\"" + rows + "\",\"sum\":5.0},{\"id\":\"" + streaming + "\",\"sum\":2.0}]");

        JobView job = new FlinkRestGateway(address).job("ab");

        assertThat(job.tables()).containsExactly(new JobView.TableView("orders_db/appdb.orders", true, 5, 0));
        assertThat(StatusScreen.render("p", address, job, Style.PLAIN))
                .contains("RUNNING", "ab", "1 min 01 s", "#7, 500 ms ago, 1.5 kB written of 2.5 MB state, took 30 ms")
                .containsPattern("orders_db/appdb.orders +streaming +5 +0");
        assertThat(StructuredText.json(JobFields.status("p", address, job)))
                .contains("\"ageMillis\": 500", "\"phase\": \"streaming\"");
        assertThat(MetricLines.of(job))
                .containsEntry("snapshotRows.orders_db/appdb.orders", "5")
                .containsEntry("job.restarts", "2");
        assertThat(StructuredText.json(JobFields.metrics("p", job))).contains("\"job.restarts\": 2");
    }

    @Test
    void anAnswerThatIsNoneIsCoded() {
        assertThatThrownBy(() -> new FlinkRestGateway(address).job("unknown"))
                .hasMessageContaining(CliError.CONNECT_FAILED.code())
                .hasMessageContaining("404");
    }

    @Test
    void anAddressWhereNothingListensIsCoded() {
        server.stop(0);
        assertThatThrownBy(() -> new FlinkRestGateway(address).job("ab"))
                .hasMessageContaining(CliError.CONNECT_FAILED.code());
    }
}
