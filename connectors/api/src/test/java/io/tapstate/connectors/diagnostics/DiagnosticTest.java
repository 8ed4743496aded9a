package io.tapstate.connectors.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticTest {
    @Test
    void placesAreFilledAndEverythingElseStaysAsWritten() {
        Diagnostic plain = Diagnostic.of(ProbeError.PLAIN);
        assertThat(plain.message()).isEqualTo("naïve {text} with {braces and ${var:{x}:y} {");
        assertThat(plain.fix()).isEqualTo("}{");
        Diagnostic filled = Diagnostic.of(ProbeError.FILLED, "value", 5, "name", "N");
        assertThat(filled.message()).isEqualTo("N is `5`, N5");
        assertThat(filled.fix()).isEqualTo("write ${var:N:5} or {other}");
        assertThat(filled).hasToString("probe.filled: N is `5`, N5");
    }

    @Test
    void aValueThatLooksLikeAPlaceIsNotFilledAgain() {
        Diagnostic fault = Diagnostic.of(ProbeError.FILLED, "name", "{value}", "value", "{name}");
        assertThat(fault.message()).isEqualTo("{value} is `{name}`, {value}{name}");
    }

    @Test
    void valuesAreCutToTheirFirstLineAndTwoHundredCharacters() {
        assertThat(shown("one\ntwo")).isEqualTo("one");
        assertThat(shown("one\r\ntwo")).isEqualTo("one");
        assertThat(shown("")).isEmpty();
        assertThat(shown(null)).isEqualTo("null");
        assertThat(shown("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(shown("x".repeat(201))).isEqualTo("x".repeat(200) + "...");
    }

    @Test
    void cuttingNeverHalvesACharacter() {
        String smile = "\ud83d\ude00";
        assertThat(shown("x".repeat(199) + smile + "y")).isEqualTo("x".repeat(199) + "...");
    }

    @Test
    void theParametersMustBeExactlyTheDeclaredOnes() {
        Object[][] wrong = {
            {},
            {"name", 1},
            {"name"},
            {"name", 1, "value"},
            {"name", 1, "other", 2},
            {"name", 1, "value", 2, "other", 3},
            {"name", 1, "value", 2, "name", 3}
        };
        for (Object[] arguments : wrong) {
            assertThatThrownBy(() -> Diagnostic.of(ProbeError.FILLED, arguments))
                    .as(List.of(arguments).toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("probe.filled");
        }
    }

    @Test
    void aCodeWithoutWordingIsADefect() {
        assertThatThrownBy(() -> Diagnostic.of(ProbeError.UNWORDED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("probe.unworded");
    }

    @Test
    void itTravelsToAnotherProcessWithoutItsPlace() throws IOException, ClassNotFoundException {
        SourceSpan span = new SourceSpan("a.tap.yml", 3, 7, "root.key", "key: id");
        Diagnostic fault = Diagnostic.at(span, ProbeError.FILLED, "name", "N", "value", "V");
        assertThat(fault.span()).contains(span);
        TapException sent = new TapException(List.of(fault, Diagnostic.of(ProbeError.PLAIN)), new IOException("why"));
        TapException received = (TapException) copied(sent);
        assertThat(received).hasMessage(sent.getMessage());
        Diagnostic arrived = received.diagnostics().get(0);
        assertThat(arrived.code()).isEqualTo("probe.filled");
        assertThat(arrived.severity()).isEqualTo(Severity.WARNING);
        assertThat(arrived.errorClass()).isEqualTo(ErrorClass.EXTERNAL);
        assertThat(arrived.message()).isEqualTo(fault.message());
        assertThat(arrived.fix()).isEqualTo(fault.fix());
        assertThat(arrived.parameters()).isEqualTo(fault.parameters());
        assertThat(arrived.span()).isEmpty();
    }

    private static String shown(String value) {
        return Diagnostic.of(ProbeError.FILLED, "name", "N", "value", value)
                .parameters()
                .get("value");
    }

    private static Object copied(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
