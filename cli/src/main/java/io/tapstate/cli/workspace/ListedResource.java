package io.tapstate.cli.workspace;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.dsl.FileOutline;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One file of a workspace, as far as it can be told.
 *
 * @param path as diagnostics show it
 * @param folder the kind whose folder it lies in; absent elsewhere
 * @param declared what the file says under {@code kind}; absent when it says nothing
 * @param id what the file says, else the name of the file
 * @param content its fields as plain values; empty when it cannot be read
 * @param faults why it cannot be read; empty when it can
 */
public record ListedResource(
        String path,
        Optional<ResourceKind> folder,
        Optional<String> declared,
        String id,
        Map<String, Object> content,
        List<Diagnostic> faults) {
    private static final String SUFFIX = ".tap.yml";

    static ListedResource of(FileOutline outline) {
        String path = outline.file().path();
        return new ListedResource(
                path,
                folder(path),
                outline.text("kind"),
                outline.text("id").orElseGet(() -> nameOf(path)),
                outline.content(),
                outline.faults());
    }

    static ListedResource unreadable(Diagnostic fault) {
        String path = fault.parameters().get("path");
        return new ListedResource(path, folder(path), Optional.empty(), nameOf(path), Map.of(), List.of(fault));
    }

    private static Optional<ResourceKind> folder(String path) {
        return Optional.ofNullable(Path.of(path).getParent())
                .map(Path::getFileName)
                .flatMap(name -> Arrays.stream(ResourceKind.values())
                        .filter(kind -> kind.text().equals(name.toString()))
                        .findFirst());
    }

    private static String nameOf(String path) {
        String name = Path.of(path).getFileName().toString();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    public boolean readable() {
        return faults.isEmpty();
    }

    /** By the folder where that names a kind, else by what the file says; {@code ?} when neither tells. */
    public String kind() {
        return folder.map(ResourceKind::text).or(() -> declared).orElse("?");
    }

    /** Whether the file lies in another folder than its kind's. */
    public boolean misplaced() {
        return declared.isPresent() && !declared.equals(folder.map(ResourceKind::text));
    }

    public boolean is(ResourceKind kind) {
        return kind().equals(kind.text()) || declared.equals(Optional.of(kind.text()));
    }

    /** The text of a top-level field that is a scalar. */
    public Optional<String> text(String field) {
        return content.get(field) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }
}
