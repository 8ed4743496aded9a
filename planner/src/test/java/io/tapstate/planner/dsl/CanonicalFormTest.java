package io.tapstate.planner.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {
    private static final String FULL = """
            # head
            kind: pipeline
            version: tapstate/v1   # the version
            settings: { parallelism: 1, batch_size: 0x64, error_policy: fail, send_window: 1500ms }
            id: p
            serve:
              # the sync
              sync:
                - { source: s, write_mode: upsert, ddl: apply, options: { auto_create_table: true } } # beside
                - source: t
                  options: { z: [1, "1", ~], a: { c: yes, b: true } }
                  rename: { map: { b: c, a: d }, prefix: "", case: camel }
            source: [a] # one
            transforms:
              - type: filter
                from: a.orders
                expr: after.n > 1
              - shared
              - use: other
                id: other
                from: [filter_1, shared]
              - type: js
                script: "function process(r) {\\n  return r;\\n}\\n"
              - type: map
                fields: { z: $old, a: "=after.x", b: false, c: { y: 1, x: 2 }, d: "3", e: 'it''s', f: ${X} }
              - from: { s: shared, a: other }
                type: nest
                root:
                  embed: [{ path: x, as: array, on: { b: c, a: d }, from: s, trackKeyChanges: false }]
                  key: [id]
                  from: a
            view: { primary_key: [id], storage: { warm: {} } }
            # tail
            """;

    @Test
    void theCanonicalTextSpellsOutWhatIsImpliedAndLeavesOutWhatIsDefault() {
        assertThat(CanonicalForm.of(file(FULL))).isEqualTo("""
                        version: tapstate/v1
                        kind: pipeline
                        id: p
                        source: a
                        transforms:
                          - id: filter_1
                            type: filter
                            from: [a.orders]
                            expr: "after.n > 1"
                          - use: shared
                            from: [filter_1]
                          - use: other
                            from: [filter_1, shared]
                          - id: js_4
                            type: js
                            from: [other]
                            script: |
                              function process(r) {
                                return r;
                              }
                          - id: map_5
                            type: map
                            from: [js_4]
                            fields:
                              z: $old
                              a: "=after.x"
                              b: false
                              c:
                                y: 1
                                x: 2
                              d: "3"
                              e: it's
                              f: ${X}
                          - id: nest_6
                            type: nest
                            from:
                              a: other
                              s: shared
                            root:
                              from: a
                              key: [id]
                              embed:
                                - from: s
                                  on:
                                    a: d
                                    b: c
                                  as: array
                                  path: x
                        view:
                          id: view
                          from: nest_6
                          primary_key: id
                        serve:
                          id: serve
                          from: view
                          sync:
                            - id: sync_1
                              source: s
                              ddl: apply
                            - id: sync_2
                              source: t
                              rename:
                                map:
                                  a: d
                                  b: c
                                case: camel
                                prefix: ""
                              options:
                                a:
                                  b: true
                                  c: "yes"
                                z: [1, "1", null]
                        settings:
                          batch_size: 100
                          send_window: 1500ms
                        """);
    }

    @Test
    void everyCommentStaysAtWhatItBelongsTo() {
        String text = CanonicalForm.withComments(file(FULL));

        assertThat(text.lines())
                .startsWith("# head", "version: tapstate/v1 # the version", "kind: pipeline")
                .containsSubsequence("source: a # one", "transforms:")
                .containsSubsequence(
                        "serve:", "  # the sync", "  sync:", "    # beside", "    - id: sync_1", "      source: s")
                .endsWith("# tail");
    }

    @Test
    void commentsSurviveWhereverTheyStand() {
        String text = """
                # first
                # second

                version: tapstate/v1
                kind: source # kind
                # above id
                id: x
                connector: # connector

                  # between
                  mysql
                config: { # opening
                  host: db, # host
                  # above port
                  port: "#3306" # port
                } # closing
                # above tables
                tables:
                  # above orders
                  - orders # orders
                  -
                    # lines
                    lines
                  - name: t # name
                    # pk
                    pk: [a, # a
                      b] # b
                    # end of table
                  # end of tables
                srs: # srs
                  # dropped
                  enabled: true # default
                metadata: &m # anchor
                  description: |- # literal
                    text # no comment
                    # nor this
                experimental: { again: *m } # again
                # last
                """;
        String once = CanonicalForm.withComments(file(text));

        List<String> comments = List.of(
                "first",
                "second",
                "kind",
                "above id",
                "connector",
                "between",
                "opening",
                "host",
                "above port",
                "port",
                "closing",
                "above tables",
                "above orders",
                "orders",
                "lines",
                "name",
                "pk",
                "a",
                "b",
                "end of table",
                "end of tables",
                "srs",
                "dropped",
                "default",
                "anchor",
                "literal",
                "again",
                "last");
        for (String comment : comments) {
            assertThat(once.lines().filter(line -> line.endsWith("# " + comment)))
                    .as(comment + " in\n" + once)
                    .hasSize(1);
        }
        assertThat(CanonicalForm.withComments(file(once))).isEqualTo(once);
        assertThat(CanonicalForm.of(file(once))).isEqualTo(CanonicalForm.of(file(text)));
    }

    @Test
    void theCanonicalTextOfACanonicalTextIsItself() throws IOException {
        List<String> texts;
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/golden"))) {
            texts = Stream.concat(
                            Stream.of(FULL),
                            files.filter(path -> path.toString().endsWith(".tap.yml"))
                                    .sorted()
                                    .map(CanonicalFormTest::read))
                    .filter(text -> Parsed.offline(text).faults().isEmpty())
                    .toList();
        }
        assertThat(texts).hasSizeGreaterThan(40);
        for (String text : texts) {
            String canonical = CanonicalForm.of(file(text));
            String commented = CanonicalForm.withComments(file(text));
            assertThat(CanonicalForm.of(file(canonical))).isEqualTo(canonical);
            assertThat(CanonicalForm.of(file(commented))).isEqualTo(canonical);
            assertThat(CanonicalForm.withComments(file(commented))).isEqualTo(commented);
            assertThat(CanonicalForm.contentHash(file(canonical))).isEqualTo(CanonicalForm.contentHash(file(text)));
        }
    }

    @Test
    void theContentHashIsTheSha256OfTheCanonicalText() {
        assertThat(CanonicalForm.contentHash(file("{id: a, kind: source, connector: mysql, version: tapstate/v1}")))
                .isEqualTo("b7441eabe4921bfbae43f7c6d628ebe55ea206c530354cbb31ccdc958a564dfc");
    }

    @Test
    void oddTextsReadBackAsTheyWere() {
        for (String odd : List.of(
                "",
                " ",
                "a: b",
                "a #b",
                "#",
                "-",
                "- a",
                "?",
                "[a",
                "{a",
                "a,b]",
                "yes",
                "0x1F",
                "1e3",
                "null",
                "~",
                "a\nb",
                "a\n\n",
                "\ta",
                "tab\there",
                "é\u2028\u0085\uFEFF",
                "\uD83D\uDE00",
                "\u0007",
                "'",
                "\"",
                "\\",
                "...",
                "---",
                "!x",
                "&x",
                "*x",
                "%x",
                "@x",
                "`x",
                "a:",
                ":a",
                "<<",
                "=",
                "$x",
                "$${X}",
                "a ${X} b",
                "${var:X:a: b # c}",
                "x".repeat(2000))) {
            String quoted = odd.contains("${")
                    ? odd
                    : odd.replace("\\", "\\\\")
                            .replace("\"", "\\\"")
                            .replace("\n", "\\n")
                            .replace("\u0007", "\\a")
                            .replace("\u0085", "\\x85")
                            .replace("\u2028", "\\u2028")
                            .replace("\uFEFF", "\\uFEFF")
                            .replace("\t", "\\t");
            String text = "version: tapstate/v1\nkind: source\nid: a\nconnector: c\nconfig: { k: \"" + quoted
                    + "\", l: [\"" + quoted + "\"] }\noptions:\n  ? \"" + quoted + "\"\n  : 1\n";
            String canonical = CanonicalForm.of(file(text));

            assertThat(CanonicalForm.of(file(canonical))).as(canonical).isEqualTo(canonical);
            var source = Parsed.sound(io.tapstate.planner.spec.SourceSpec.class, canonical);
            assertThat(source.connection().values()).as(canonical).containsEntry("k", odd);
            assertThat(source.options().keySet().iterator().next().value()).isEqualTo(odd);
        }
    }

    @Test
    void whatOnlyLooksLikeAReferenceStaysWhatItIs() {
        String text = "version: tapstate/v1\nkind: source\nid: a\nconnector: c\nconfig: { k: \"$\\x7bX} ${Y}\" }\n";
        String canonical = CanonicalForm.of(file(text));

        assertThat(canonical).contains("k: \"\\x24{X} ${Y}\"");
        assertThat(CanonicalForm.of(file(canonical))).isEqualTo(canonical);
    }

    @Test
    void scriptsKeepTheirLineEnds() {
        for (String script : List.of("a", "a\n", "a\n\n", "\n  a\n", "  a\n b\n\n\n", "a\n  \n", "a\n  ", "a\r\nb\n")) {
            String quoted = script.replace("\r", "\\r").replace("\n", "\\n");
            String canonical = CanonicalForm.of(
                    file("{version: tapstate/v1, kind: transform, id: a, type: js, script: \"" + quoted + "\"}"));

            assertThat(CanonicalForm.of(file(canonical))).as(canonical).isEqualTo(canonical);
            var body = Parsed.sound(io.tapstate.planner.spec.TransformSpec.class, canonical)
                    .body();
            assertThat(((io.tapstate.planner.spec.TransformBody.Script) body)
                            .script()
                            .value())
                    .as(canonical)
                    .isEqualTo(script);
        }
    }

    @Test
    void aFileWithFaultsHasNoCanonicalText() {
        TapException refusal =
                catchThrowableOfType(TapException.class, () -> CanonicalForm.of(file("kind: source\nfoo: 1\n")));

        assertThat(refusal.diagnostics()).hasSize(4);
    }

    static TapFile file(String text) {
        return new TapFile("test.tap.yml", text);
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
