package io.tapstate.planner.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.ServeResourceSpec;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.TransformBody.Shape;
import io.tapstate.planner.spec.TransformSpec;
import io.tapstate.planner.spec.ViewResourceSpec;
import io.tapstate.planner.spec.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PipelineParsingTest {
    private static final String HEAD = "version: tapstate/v1\nkind: pipeline\nid: p\nsource: a\n";
    private static final String VIEW = "view: { from: t, primary_key: id }\n";

    @Test
    void everySpellingOfAStepIsRead() {
        PipelineSpec pipeline = Parsed.sound(PipelineSpec.class, """
                version: tapstate/v1
                kind: pipeline
                id: p
                source: [a, b, a]
                transforms:
                  - { type: filter, from: a.orders, expr: "after.n > 1", options: { x: 1 } }
                  - shared
                  - { use: other, from: [shared, /x.*/] }
                  - { id: named, use: other }
                  - type: js
                    script: |
                      function process(record) { return record; }
                  - { type: union, from: [shared, other] }
                  - { id: j, type: join, from: { o: a.orders, c: b.customers }, engine: builtin, sql: SELECT 1 }
                view: named_view
                """);

        assertThat(pipeline.sources()).extracting(Located::value).containsExactly("a", "b");
        assertThat(pipeline.steps())
                .extracting(
                        step -> step.id().value(),
                        StepSpec::idWritten,
                        step -> step.use().map(Located::value).orElse(null),
                        step -> step.body().map(TransformBody::type).orElse(null),
                        step -> step.from()
                                .map(from -> from.references().stream()
                                        .map(Located::value)
                                        .toList())
                                .orElse(null))
                .containsExactly(
                        tuple("filter_1", false, null, "filter", List.of("a.orders")),
                        tuple("shared", false, "shared", null, null),
                        tuple("other", false, "other", null, List.of("shared", "/x.*/")),
                        tuple("named", true, "other", null, null),
                        tuple("js_5", false, null, "js", null),
                        tuple("union_6", false, null, "union", List.of("shared", "other")),
                        tuple("j", true, null, "join", List.of()));
        assertThat(texts(pipeline.steps().get(6).from().orElseThrow().aliases()))
                .containsExactlyInAnyOrderEntriesOf(Map.of("o", "a.orders", "c", "b.customers"));
        assertThat(pipeline.view().orElseThrow().use().orElseThrow().value()).isEqualTo("named_view");
        assertThat(pipeline.stepsUnread()).isFalse();
    }

    @Test
    void everyRuleOfAMapIsRead() {
        TransformSpec transform = Parsed.sound(TransformSpec.class, """
                version: tapstate/v1
                kind: transform
                id: t
                type: map
                fields:
                  renamed: $old
                  gone: false
                  total: "=after.price * 2"
                  one: 1
                  yes: true
                  none: null
                  empty:
                  text: "false"
                  list: [1, { a: b }]
                  odd name.x: constant
                  open: ${X}
                """);

        Map<String, Rule> rules = ((TransformBody.MapRows) transform.body())
                .fields().entrySet().stream()
                        .collect(Collectors.toMap(rule -> rule.getKey().value(), Map.Entry::getValue));
        assertThat(((Rule.Rename) rules.get("renamed")).source()).isEqualTo("old");
        assertThat(rules.get("gone")).isInstanceOf(Rule.Drop.class);
        assertThat(((Rule.Computed) rules.get("total")).expression()).isEqualTo("after.price * 2");
        assertThat(List.of("one", "yes", "none", "empty", "text", "list", "odd name.x", "open"))
                .allMatch(name -> rules.get(name) instanceof Rule.Constant);
        assertThat(((YamlValue.Scalar) ((Rule.Constant) rules.get("none")).value()).value())
                .isNull();
        assertThat(((YamlValue.Scalar) ((Rule.Constant) rules.get("text")).value()).value())
                .isEqualTo("false");
    }

    @Test
    void everyFieldOfANestIsRead() {
        PipelineSpec pipeline = Parsed.sound(PipelineSpec.class, HEAD + """
                        transforms:
                          - type: nest
                            from: { o: orders, l: lines, p: products, c: customers }
                            primary_key: id
                            order: sub_first
                            entries_in_memory: 10
                            max_elements_per_document: 0xFF
                            state: { database: s }
                            root:
                              from: o
                              key: [id]
                              mode: append
                              trackKeyChanges: true
                              embed:
                                - from: l
                                  on: { order_id: id }
                                  as: array
                                  path: a.lines
                                  key: [n]
                                  arrayKey: [n, m]
                                  ignoreUpdates: true
                                  trackKeyChanges: false
                                  embed:
                                    - { from: p, on: { id: product_id }, as: object, path: product }
                                - { from: c, on: { id: customer_id }, as: flat }
                        """ + "view: { primary_key: [id, n] }\n");

        TransformBody.Nest nest =
                (TransformBody.Nest) pipeline.steps().get(0).body().orElseThrow();
        assertThat(nest.order().orElseThrow().value()).isEqualTo("sub_first");
        assertThat(nest.maxElementsPerDocument().orElseThrow().value()).isEqualTo(255);
        assertThat(nest.stateDatabase().orElseThrow().value()).isEqualTo("s");
        assertThat(nest.root().mode().orElseThrow().value()).isEqualTo("append");
        EmbedSpec lines = nest.root().embeds().get(0);
        assertThat(lines.arrayKey()).extracting(Located::value).containsExactly("n", "m");
        assertThat(lines.ignoreUpdates()).isTrue();
        assertThat(lines.embeds().get(0).shape().value()).isEqualTo(Shape.OBJECT);
        EmbedSpec customer = nest.root().embeds().get(1);
        assertThat(customer.shape().value()).isEqualTo(Shape.FLAT);
        assertThat(customer.path()).isEmpty();
        assertThat(pipeline.view()
                        .orElseThrow()
                        .body()
                        .orElseThrow()
                        .primaryKey()
                        .orElseThrow()
                        .value())
                .extracting(Located::value)
                .containsExactly("id", "n");
    }

    @Test
    void everyFieldOfOutputsAndSettingsIsRead() {
        PipelineSpec pipeline = Parsed.sound(PipelineSpec.class, HEAD + """
                        view:
                          id: v
                          from: a.orders
                          primary_key: id
                          storage:
                            hot: { ttl: 30 }
                            warm: { collection: c, indexes: [x, y] }
                            cold: { partition_by: [d] }
                        serve:
                          sync:
                            - { source: s, write_mode: append, ddl: apply, options: { auto_create_table: false, z: 1 },
                                rename: { map: { a: b }, case: camel, prefix: p_, suffix: "" } }
                            - { id: named, source: s }
                          query: [{ type: rest, backend: named }]
                          push:
                            - { source: k, topic: t, format: "=after" }
                            - { source: k, format: { a: $b }, options: { q: 1 } }
                        settings:
                          error_policy: dead_letter
                          batch_size: 5
                          parallelism: 2
                          schedule: "0 * * * *"
                          read_mode: snapshot_only
                          start_from: earliest
                          send_window: 2s
                        """);

        ServeBody serve = pipeline.serve().orElseThrow().body().orElseThrow();
        assertThat(serve.syncs()).extracting(sync -> sync.id().value()).containsExactly("sync_1", "named");
        assertThat(serve.syncs()
                        .get(0)
                        .rename()
                        .orElseThrow()
                        .suffix()
                        .orElseThrow()
                        .value())
                .isEmpty();
        assertThat(serve.queries().get(0).type().value()).isEqualTo("rest");
        assertThat(serve.pushes()).extracting(push -> push.id().value()).containsExactly("push_1", "push_2");
        assertThat(serve.pushes().get(0).format().orElseThrow().value()).isEqualTo("=after");
        assertThat(serve.pushes().get(1).formatRules()).hasSize(1);
        assertThat(pipeline.view()
                        .orElseThrow()
                        .body()
                        .orElseThrow()
                        .hot()
                        .orElseThrow()
                        .value())
                .isEqualTo("30");
        assertThat(pipeline.settings().readMode().orElseThrow().value()).isEqualTo(ReadMode.SNAPSHOT_ONLY);
        assertThat(pipeline.settings().sendWindowMillis().orElseThrow().value()).isEqualTo(2000);
    }

    @Test
    void viewsAndServesAreResourcesToo() {
        ViewResourceSpec view = Parsed.sound(
                ViewResourceSpec.class,
                "version: tapstate/v1\nkind: view\nid: v\nprimary_key: id\nstorage: { warm: { collection: c } }\n");
        ServeResourceSpec serve = Parsed.sound(
                ServeResourceSpec.class, "version: tapstate/v1\nkind: serve\nid: s\nsync: [{ source: x }]\n");

        assertThat(view.body().collection().orElseThrow().value()).isEqualTo("c");
        assertThat(serve.body().syncs()).hasSize(1);
    }

    @Test
    void aDefinitionMayNotSayWhatItReads() {
        assertThat(Parsed.faults("version: tapstate/v1\nkind: view\nid: v\nfrom: x\n"))
                .containsExactly("4:1 from dsl.forbidden-field");
        assertThat(Parsed.faults("version: tapstate/v1\nkind: serve\nid: v\nfrom: x\n"))
                .containsExactly("4:1 from dsl.forbidden-field");
        assertThat(Parsed.faults("version: tapstate/v1\nkind: transform\nid: v\ntype: union\nfrom: x\n"))
                .containsExactly("5:1 from dsl.forbidden-field");
    }

    @Test
    void brokenWiringIsAFaultOfComposition() {
        assertThat(Parsed.faults(HEAD)).containsExactly("1:1  dsl.composition");
        assertThat(Parsed.faults(HEAD + "view: v\n")).containsExactly("5:7 view dsl.composition");
        assertThat(Parsed.faults(HEAD + "serve: { sync: [] }\n")).containsExactly("5:8 serve dsl.composition");
        assertThat(Parsed.faults(HEAD + "view: { from: a }\nserve: { sync: [] }\n"))
                .isEmpty();
        assertThat(Parsed.faults(HEAD + "transforms:\n  - x\n" + VIEW))
                .containsExactly("6:5 transforms[0] dsl.composition");
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { type: union }\n" + VIEW))
                .containsExactly("6:5 transforms[0] dsl.composition");
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { id: x }\n" + VIEW))
                .containsExactly("6:5 transforms[0] dsl.composition");
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { type: join, engine: builtin, sql: x }\n" + VIEW))
                .containsExactly("6:5 transforms[0] dsl.composition");
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { type: nest, from: o, root: { from: o } }\n" + VIEW))
                .containsExactly("6:25 transforms[0].from dsl.composition");
    }

    @Test
    void aStepThatReadsByAliasRefusesAListAndTheOthersRefuseAliases() {
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { type: union, from: { a: b } }\n" + VIEW))
                .containsExactly("6:26 transforms[0].from dsl.illegal-value");
    }

    @Test
    void spellingsOfTheOlderDialectAreNamedWithTheNewOnes() {
        ParsedResource parsed = Parsed.offline(HEAD + """
                transforms:
                  - { name: x, type: filter, from: a, expr: "true" }
                  - { rename: { a: b } }
                  - { type: unwind, field: x }
                sync: []
                settings: { error_policy: dlq }
                """ + VIEW);

        assertThat(Parsed.places(parsed))
                .containsExactly(
                        "6:7 transforms[0].name dsl.older-dialect",
                        "7:5 transforms[1] dsl.composition",
                        "7:7 transforms[1].rename dsl.older-dialect",
                        "8:13 transforms[2].type dsl.older-dialect",
                        "9:1 sync dsl.older-dialect",
                        "10:27 settings.error_policy dsl.older-dialect");
        assertThat(parsed.faults().get(2).fix()).contains("type: map");
    }

    @Test
    void unknownFieldsAreNamedWithTheNearestRightOne() {
        ParsedResource parsed = Parsed.offline(HEAD + "vew: x\nview: { from: a, primray_key: id, schema: {} }\n");

        assertThat(Parsed.places(parsed))
                .containsExactly(
                        "5:1 vew dsl.unknown-field",
                        "6:18 view.primray_key dsl.unknown-field",
                        "6:35 view.schema dsl.unknown-field");
        assertThat(parsed.faults().get(1).fix()).contains("`primary_key`");
    }

    @Test
    void fieldsOfAnotherTypeOfStepAreUnknown() {
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { type: filter, from: a, expr: x, sql: y }\n" + VIEW))
                .containsExactly("6:39 transforms[0].sql dsl.unknown-field");
        assertThat(Parsed.faults(HEAD + "transforms:\n  - { use: x, from: a, type: filter }\n" + VIEW))
                .containsExactly("6:24 transforms[0].type dsl.unknown-field");
    }

    @Test
    void aFlatEmbedHasNoPathAndTheOthersNeedOne() {
        String nest =
                HEAD + "transforms:\n  - { type: nest, from: { o: o, c: c }, root: { from: o, embed: [%s] } }\n" + VIEW;

        assertThat(Parsed.faults(nest.formatted("{ from: c, on: { a: b }, as: flat, path: x, arrayKey: [y] }")))
                .extracting(fault -> fault.replaceAll("^.*embed", "embed"))
                .containsExactly("embed[0].path dsl.forbidden-field", "embed[0].arrayKey dsl.forbidden-field");
        assertThat(Parsed.faults(nest.formatted("{ from: c, on: { a: b }, as: object }")))
                .extracting(fault -> fault.replaceAll("^.*embed", "embed"))
                .containsExactly("embed[0] dsl.required-field");
        assertThat(Parsed.faults(nest.formatted("{ from: c, on: { a: 1 }, as: tree, path: .x, foo: 1 }")))
                .extracting(fault -> fault.replaceAll("^.*embed", "embed"))
                .containsExactly(
                        "embed[0].on.a dsl.illegal-value",
                        "embed[0].as dsl.illegal-value",
                        "embed[0].path dsl.illegal-value");
    }

    @Test
    void numbersStayInTheirRange() {
        assertThat(Parsed.faults(HEAD + VIEW + "settings: { batch_size: 0, parallelism: 32769 }\n"))
                .containsExactly(
                        "6:25 settings.batch_size dsl.illegal-value", "6:41 settings.parallelism dsl.illegal-value");
        assertThat(Parsed.faults(HEAD + VIEW + "settings: { batch_size: 2147483648, parallelism: \"1\" }\n"))
                .hasSize(2);
        assertThat(Parsed.faults(HEAD + VIEW + "settings: { batch_size: ${N}, parallelism: 0o17, send_window: 61m }\n"))
                .containsExactly("6:63 settings.send_window dsl.illegal-value");
    }

    @Test
    void variablesAreReplacedBeforeATextIsJudged() {
        ParsedResource parsed = Parsed.with(
                Map.of("N", "7", "MODE", "cdc_only", "T", "filter", "E", "=after.x"),
                HEAD
                        + "transforms:\n  - { type: ${T}, from: a, expr: x }\n  - { type: map, fields: { a: ${E}, b: ${N} } }\n"
                        + VIEW
                        + "settings: { batch_size: ${N}, read_mode: ${MODE} }\n");

        assertThat(Parsed.places(parsed)).isEmpty();
        PipelineSpec pipeline = parsed.resource(PipelineSpec.class).orElseThrow();
        assertThat(pipeline.settings().batchSize().orElseThrow().value()).isEqualTo(7);
        assertThat(pipeline.steps().get(0).body().orElseThrow().type()).isEqualTo("filter");
        TransformBody.MapRows map =
                (TransformBody.MapRows) pipeline.steps().get(1).body().orElseThrow();
        assertThat(map.fields().values())
                .extracting(Object::getClass)
                .containsExactlyInAnyOrder(Rule.Computed.class, (Class) Rule.Constant.class);
    }

    @Test
    void anUnsetVariableIsAFaultOnlineAndAPlaceholderOffline() {
        String text = HEAD + VIEW + "settings: { batch_size: ${N}, read_mode: ${M} }\n";

        assertThat(Parsed.places(Parsed.with(Map.of(), text)))
                .containsExactly(
                        "6:25 settings.batch_size dsl.undefined-variable",
                        "6:42 settings.read_mode dsl.undefined-variable");
        PipelineSpec pipeline = Parsed.sound(PipelineSpec.class, text);
        assertThat(pipeline.settings().batchSize()).isEmpty();
        assertThat(pipeline.settings().readModeUnread()).isTrue();
    }

    @Test
    void aPartWithoutItsRequiredFieldsIsLeftOutAndSaidSo() {
        PipelineSpec pipeline = Parsed.offline(
                        HEAD + "transforms:\n  - { type: filter, from: a }\nview: { id: a.b, from: x }\nserve: [x]\n")
                .resource(PipelineSpec.class)
                .orElseThrow();

        assertThat(pipeline.steps()).isEmpty();
        assertThat(pipeline.stepsUnread()).isTrue();
        assertThat(pipeline.viewUnread()).isTrue();
        assertThat(pipeline.serveUnread()).isTrue();
    }

    @Test
    void theFolderIsJudgedOnlyInAWorkspace() {
        TapFile file = new TapFile("pipeline/x.tap.yml", "version: tapstate/v1\nkind: source\nid: a\nconnector: m\n");

        assertThat(Parsed.places(ResourceParser.parse(file, Optional.empty(), ResourceParser.Layout.BY_KIND)))
                .containsExactly("2:7 kind cli.kind-dir-mismatch");
        assertThat(ResourceParser.parse(file, Optional.empty(), ResourceParser.Layout.ANY)
                        .faults())
                .isEmpty();
    }

    private static Map<String, String> texts(Map<Located<String>, Located<String>> located) {
        return located.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().value(),
                        entry -> entry.getValue().value()));
    }
}
