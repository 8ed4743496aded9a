package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Text to located YAML: one document, a mapping at its root, no key twice. Bounded in size, depth and in what aliases
 * expand to, so that no file can exhaust the planner.
 */
final class YamlReader {
    private static final int LONGEST_FILE = 1_000_000;
    private static final int DEEPEST = 64;
    private static final int MOST_NODES = 50_000;
    private static final String TOO_MANY_NODES =
            "the file holds more than 50 000 values, counting what its aliases stand for";
    private static final String TOO_MUCH_TEXT =
            "the file holds more than 1 000 000 characters, counting what its aliases stand for";
    private static final int LONGEST_PATH = 240;
    private static final String CUT = "...";
    private static final Set<Tag> CORE_TAGS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);

    // Merge keys are YAML 1.1; here `<<` is a name like any other.
    private static final CoreSchema SCHEMA = new CoreSchema() {
        private final ScalarResolver resolver = new CoreScalarResolver(false);

        @Override
        public ScalarResolver getScalarResolver() {
            return resolver;
        }
    };

    private final TapFile file;
    private final Excerpts excerpts;
    private final Faults faults;
    private Interpolation interpolation;
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private Node composed;
    private int nodes;
    private int characters;

    YamlReader(TapFile file, Faults faults) {
        this.file = file;
        this.faults = faults;
        this.excerpts = new Excerpts(file);
    }

    /** The root mapping; empty when a fault was recorded that leaves nothing to read. */
    Optional<YamlMapping> read() {
        try {
            interpolation = new Interpolation(file.text());
            return compose();
        } catch (Interpolation.TooManyReferences e) {
            return malformed(excerpts.file(), "more than 65 000 references in one file");
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = place(e);
            SourceSpan span = mark.map(m -> span(m, "")).orElse(excerpts.file());
            return malformed(span, interpolation.written(e.getProblem()));
        } catch (ReaderException e) {
            return malformed(
                    excerpts.atIndex(e.getPosition()),
                    "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()));
        } catch (YamlEngineException e) {
            return malformed(excerpts.file(), e.getMessage());
        } catch (Unreadable e) {
            return malformed(e.span, e.getMessage());
        }
    }

    /** The comments of a file that {@link #read} has read. */
    Comments comments() {
        return new CommentScanner(file.text(), interpolation.maskedText(), composed).scan();
    }

    private Optional<YamlMapping> compose() throws Unreadable {
        if (file.text().codePointCount(0, file.text().length()) > LONGEST_FILE) {
            throw new Unreadable(excerpts.file(), "the file is longer than 1 000 000 characters");
        }
        String text = interpolation.maskedText();
        LoadSettings settings = settings(text);
        List<Event> events = guarded(new Parse(settings).parseString(text));
        Optional<Node> root = new Composer(settings, new ReplayedEvents(events)).getSingleNode();
        if (root.isEmpty()) {
            throw new Unreadable(excerpts.file(), "the file is empty");
        }
        composed = root.get();
        YamlNode node = convert(composed, "", 0);
        if (node instanceof YamlMapping mapping) {
            return Optional.of(mapping);
        }
        throw new Unreadable(
                node.span(), "a file is one mapping, not " + (node instanceof YamlScalar ? "text" : "a list"));
    }

    /** The engine's settings for one text. */
    static LoadSettings settings(String text) {
        return LoadSettings.builder()
                .setSchema(SCHEMA)
                .setCodePointLimit(LONGEST_FILE)
                // The engine fails on a pair of surrogates across the end of its buffer, so the buffer holds
                // everything.
                .setBufferSize(text.length() + 2)
                .build();
    }

    // The composer recurses; what would exhaust its stack or lie outside the first document is refused before it runs.
    private List<Event> guarded(Iterable<Event> parsed) throws Unreadable {
        List<Event> events = new ArrayList<>();
        int depth = 0;
        int documents = 0;
        int values = 0;
        for (Event event : parsed) {
            events.add(event);
            if (event instanceof NodeEvent && ++values > MOST_NODES) {
                throw new Unreadable(span(event.getStartMark().orElseThrow(), ""), TOO_MANY_NODES);
            }
            if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
                throw new Unreadable(span(event.getStartMark().orElseThrow(), ""), "nested more than 64 levels deep");
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof DocumentStartEvent && ++documents > 1) {
                throw new Unreadable(
                        span(event.getStartMark().orElseThrow(), ""),
                        "a second document begins; a file is one resource");
            }
        }
        return events;
    }

    /** Where the parser noticed, unless something is not closed: then where it was opened. */
    private static Optional<Mark> place(MarkedYamlEngineException e) {
        boolean notClosed = e.getProblem().startsWith("could not find expected ':'")
                || e.getProblem().contains("end of stream")
                || e.getProblem().contains("<stream end>");
        Optional<Mark> noticed = e.getProblemMark().or(e::getContextMark);
        return notClosed ? e.getContextMark().or(() -> noticed) : noticed;
    }

    private YamlNode convert(Node node, String path, int depth) throws Unreadable {
        if (node instanceof CollectionNode<?> && !open.add(node)) {
            throw new Unreadable(
                    span(node.getStartMark().orElseThrow(), path), "an alias stands within what it stands for");
        }
        try {
            return converted(node, path, depth);
        } finally {
            open.remove(node);
        }
    }

    private YamlNode converted(Node node, String path, int depth) throws Unreadable {
        SourceSpan span = span(node.getStartMark().orElseThrow(), path);
        if (depth > DEEPEST || ++nodes > MOST_NODES) {
            throw new Unreadable(span, TOO_MANY_NODES);
        }
        if (!CORE_TAGS.contains(node.getTag())) {
            throw new Unreadable(span, "the tag `" + node.getTag() + "` is not part of the language");
        }
        if (node instanceof ScalarNode scalar) {
            characters += scalar.getValue().length();
            if (characters > LONGEST_FILE) {
                throw new Unreadable(span, TOO_MUCH_TEXT);
            }
            boolean plain = scalar.isPlain() && !(node.getTag().equals(Tag.STR) && tagged(scalar));
            return new YamlScalar(interpolation.parts(scalar.getValue()), plain, span);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlNode> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(convert(item, below(path, "[" + items.size() + "]"), depth + 1));
            }
            return new YamlSequence(List.copyOf(items), span);
        }
        return mapping((MappingNode) node, path, depth, span);
    }

    // `!!str 5` is text although its text reads as a number.
    private static boolean tagged(ScalarNode scalar) {
        return ScalarType.of(scalar.getValue()) != ScalarType.TEXT;
    }

    private YamlMapping mapping(MappingNode node, String path, int depth, SourceSpan span) throws Unreadable {
        List<YamlMapping.Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                throw new Unreadable(
                        span(tuple.getKeyNode().getStartMark().orElseThrow(), path), "a key must be a single word");
            }
            String name = interpolation.written(keyNode.getValue());
            String fieldPath = below(path, path.isEmpty() ? name : "." + name);
            YamlScalar key = (YamlScalar) convert(keyNode, fieldPath, depth + 1);
            YamlNode value = convert(tuple.getValueNode(), fieldPath, depth + 1);
            if (names.add(name)) {
                entries.add(new YamlMapping.Entry(key, value));
            } else {
                malformed(key.span(), "the key `" + name + "` stands twice in one mapping");
            }
        }
        return new YamlMapping(List.copyOf(entries), span);
    }

    // A path is for people: beyond that length it stays what it is, or a long key would be copied for all it holds.
    private static String below(String path, String step) {
        if (path.length() + step.length() <= LONGEST_PATH) {
            return path + step;
        }
        return path.endsWith(CUT) ? path : path + step.substring(0, LONGEST_PATH - path.length()) + CUT;
    }

    private SourceSpan span(Mark mark, String path) {
        return excerpts.at(mark.getLine() + 1, mark.getColumn() + 1, path);
    }

    private <T> Optional<T> malformed(SourceSpan span, String detail) {
        faults.add(span, DslError.MALFORMED_YAML, "detail", detail);
        return Optional.empty();
    }

    private static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient SourceSpan span;

        Unreadable(SourceSpan span, String detail) {
            super(detail);
            this.span = span;
        }
    }
}
