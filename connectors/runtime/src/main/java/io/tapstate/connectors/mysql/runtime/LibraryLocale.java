package io.tapstate.connectors.mysql.runtime;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The library changes the case of type names by the rules of the JVM's default locale. Where those make no {@code INT} of
 * {@code int} (Turkish, Azerbaijani, Lithuanian) it knows no type any more, and there is no setting for it.
 */
final class LibraryLocale {
    private static final Logger LOG = LoggerFactory.getLogger(LibraryLocale.class);
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

    private LibraryLocale() {}

    /** Makes the default locale of this process one that the library can work with, if it is not. */
    static synchronized void settle() {
        Locale locale = Locale.getDefault();
        String upper = LETTERS.toUpperCase(Locale.ROOT);
        if (LETTERS.toUpperCase(locale).equals(upper)
                && upper.toLowerCase(locale).equals(LETTERS)) {
            return;
        }
        LOG.warn("the locale {} changes the case of letters in its own way; this process goes on without one", locale);
        Locale.setDefault(Locale.ROOT);
    }
}
