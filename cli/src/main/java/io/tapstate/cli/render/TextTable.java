package io.tapstate.cli.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rows of text in aligned columns under a header; numbers stand to the right. */
public final class TextTable {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> header) {
        this.header = List.copyOf(header);
    }

    public TextTable(String... header) {
        this(Arrays.asList(header));
    }

    public TextTable row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(cells.size() + " cells below " + header.size() + " columns");
        }
        rows.add(cells.stream()
                .map(cell -> cell == null ? "NULL" : printable(cell))
                .collect(Collectors.toList()));
        return this;
    }

    public TextTable row(String... cells) {
        return row(Arrays.asList(cells));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** One line per row, the header first; ends with a line end. */
    public String render(Style style) {
        StringBuilder text = new StringBuilder();
        text.append(style.faint(line(header))).append('\n');
        rows.forEach(row -> text.append(line(row)).append('\n'));
        return text.toString();
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String gap = " ".repeat(width(i) - length(cells.get(i)));
            line.append(i == 0 ? "" : "  ");
            line.append(numeric(i) ? gap + cells.get(i) : cells.get(i) + gap);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = length(header.get(column));
        for (List<String> row : rows) {
            width = Math.max(width, length(row.get(column)));
        }
        return width;
    }

    private boolean numeric(int column) {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.get(column).matches("-?[0-9][0-9.,]*|NULL|-"))
                && rows.stream().anyMatch(row -> row.get(column).matches("-?[0-9][0-9.,]*"));
    }

    /** Data must neither break the table nor steer the terminal. */
    private static String printable(String cell) {
        return CONTROL.matcher(cell).replaceAll(found -> {
            String escaped = String.format("\\u%04x", (int) found.group().charAt(0));
            return Matcher.quoteReplacement(escaped);
        });
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
