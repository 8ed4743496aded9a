package io.tapstate.cli.scaffold;

import io.tapstate.cli.render.StructuredText;
import io.tapstate.connectors.api.VariableReferences;
import java.util.List;
import java.util.stream.Collectors;

/** The lines of a file in the making. */
final class YamlText {
    private final StringBuilder text = new StringBuilder();

    /** Lines as they are, for parts without anybody's words in them. */
    YamlText lines(String lines) {
        text.append(lines);
        return this;
    }

    YamlText field(String indentAndName, String value) {
        text.append(indentAndName).append(": ").append(scalar(value)).append('\n');
        return this;
    }

    YamlText list(String indentAndName, List<String> values) {
        text.append(indentAndName)
                .append(": ")
                .append(values.stream().map(YamlText::scalar).collect(Collectors.joining(", ", "[", "]")))
                .append('\n');
        return this;
    }

    /** One value as a scalar, several as a list. */
    YamlText oneOrMore(String indentAndName, List<String> values) {
        return values.size() == 1 ? field(indentAndName, values.get(0)) : list(indentAndName, values);
    }

    /** A value so that it reads as the text it is; a number that is meant as one stays a number. */
    static String scalar(String value) {
        boolean plain = VariableReferences.REFERENCE.matcher(value).matches() || value.matches("0|[1-9][0-9]{0,8}");
        return plain ? value : StructuredText.yaml(value).stripTrailing();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
