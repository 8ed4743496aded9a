package io.tapstate.cli.tutorial;

import java.util.List;

/** One thing that a reader of the tutorial does. */
sealed interface TutorialStep {
    /** Where it stands in the tutorial, counted from 1. */
    int line();

    /** Write a file as a {@code yaml} block shows it. */
    record WriteFile(int line, String path, String text) implements TutorialStep {}

    /** Replace some lines of a file by others, as one hunk of a {@code diff} block says. */
    record ChangeLines(int line, String path, List<String> before, List<String> after) implements TutorialStep {}

    /**
     * Type a command of a {@code console} or {@code sh} block.
     *
     * @param status the exit status that a comment {@code # exit N} names, else 0
     * @param shown what a {@code console} block shows below it, or a {@code mermaid} block after it; a line {@code ...} stands for any lines, {@code ...}
     *     within a line for any text
     * @param shownAt how many lines of the tutorial stand before that
     * @param compared whether anything is shown, be it nothing
     * @param database whether the block is marked {@code database}: it talks to the two databases
     */
    record Type(
            int line, String command, int status, List<String> shown, int shownAt, boolean compared, boolean database)
            implements TutorialStep {}
}
