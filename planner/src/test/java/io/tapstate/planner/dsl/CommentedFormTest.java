package io.tapstate.planner.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tapstate.planner.grammar.RandomDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The canonical forms of random documents, with comments strewn over them. */
class CommentedFormTest {
    private static final Pattern WORD = Pattern.compile("(?:name|text|key|yes)[0-9]+|\\$\\{NAME_[0-9]+}");
    private static final Pattern COMMENT = Pattern.compile("# c[0-9]+(?=\\s)");

    @Test
    void noCommentIsEverLostAndTheFormIsItsOwnForm() {
        long seed = 5;
        Random random = new Random(seed);
        int checked = 0;
        for (int i = 0; i < 1500; i++) {
            ObjectNode made = RandomDocument.make(random);
            String document = made.toPrettyString();
            if (!Parsed.offline(document).faults().isEmpty()) {
                continue;
            }
            String canonical = CanonicalForm.of(CanonicalFormTest.file(document));
            assertThat(words(made)).as(document + canonical).allMatch(canonical::contains);
            String strewn = strewn(random.nextBoolean() ? document : canonical, random);
            if (!Parsed.offline(strewn).faults().isEmpty()) {
                // A comment may end a flow mapping's key in the wrong place; what does not parse has no form.
                continue;
            }
            checked++;
            String what = "seed " + seed + " document " + i + "\n" + strewn + "\n=>\n";
            String form = CanonicalForm.withComments(CanonicalFormTest.file(strewn));

            assertThat(comments(form)).as(what + form).containsExactlyInAnyOrderElementsOf(comments(strewn));
            assertThat(CanonicalForm.withComments(CanonicalFormTest.file(form)))
                    .as(what + form)
                    .isEqualTo(form);
            assertThat(CanonicalForm.of(CanonicalFormTest.file(form)))
                    .as(what + form)
                    .isEqualTo(canonical);
            assertThat(CanonicalForm.of(CanonicalFormTest.file(canonical))).isEqualTo(canonical);
        }
        assertThat(checked).isGreaterThan(500);
    }

    /** Comments at the ends of lines and on lines of their own; inside of literal blocks they become text, so not there. */
    private static String strewn(String text, Random random) {
        List<String> lines = new ArrayList<>();
        int number = 0;
        int literal = Integer.MAX_VALUE;
        boolean afterLiteral = false;
        for (String line : text.split("\n", -1)) {
            int indentation = line.length() - line.stripLeading().length();
            if (indentation > literal) {
                lines.add(line);
                afterLiteral = true;
                continue;
            }
            boolean header = line.matches(".*: \\|[-+2]*");
            literal = header ? indentation + (line.stripLeading().startsWith("- ") ? 2 : 0) : Integer.MAX_VALUE;
            if (random.nextInt(3) == 0) {
                lines.add(" ".repeat(afterLiteral ? 0 : random.nextInt(12)) + "# c" + number++);
            }
            afterLiteral = false;
            lines.add(random.nextInt(3) == 0 && !line.isEmpty() ? line + "  # c" + number++ : line);
        }
        lines.add("# c" + number);
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    /** The texts and names of a document that no default can be: the canonical form has every one. */
    private static Set<String> words(JsonNode node) {
        Set<String> words = new TreeSet<>();
        if (node.isTextual() && WORD.matcher(node.textValue()).matches()) {
            words.add(node.textValue());
        }
        node.fieldNames().forEachRemaining(name -> {
            if (WORD.matcher(name).matches()) {
                words.add(name);
            }
        });
        node.forEach(child -> words.addAll(words(child)));
        return words;
    }

    private static List<String> comments(String text) {
        return COMMENT.matcher(text).results().map(comment -> comment.group()).toList();
    }
}
