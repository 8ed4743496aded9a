package io.tapstate.planner.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same input gives the same bytes, whatever the machine believes about language, time and hashes. */
class DeterminismTest {
    /** Hash codes of objects and the order of {@code Set.of} differ between any two JVMs; here by other means too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Duser.language=tr -Duser.country=TR -Duser.timezone=Pacific/Chatham -XX:hashCode=2 -Dfile.encoding=ISO-8859-9",
                "-Duser.language=ar -Duser.country=EG -Duser.script=Arab -Duser.timezone=America/Adak -XX:hashCode=3"
            })
    void anotherMachineGivesTheSameBytes(String machine) throws Exception {
        List<String> options = new ArrayList<>(List.of("-XX:+UnlockExperimentalVMOptions", "-Xmx256m"));
        options.addAll(List.of(machine.split(" ")));

        ChildJvm child = ChildJvm.run(CorpusDigest.class, options, List.of(), Duration.ofMinutes(2));

        assertThat(child.exit()).as(child.output()).isZero();
        assertThat(child.output().lines()).containsExactlyElementsOf(CorpusDigest.lines());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist"})
    void anotherLocaleWithinTheProcessGivesTheSameBytes(String tag) {
        List<String> here = CorpusDigest.lines();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(tag));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));

            assertThat(CorpusDigest.lines()).isEqualTo(here);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }
}
