package dev.sheaf.platform.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** The rule for names that the protocol forbids. */
class ServedNamesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {"math|math", "a:b-c_d.!~*'()|a:b-c_d.!~*'()",
            "Open Access|Open!20Access", "größe|gr!C3!B6!C3!9Fe", "a::b|a:!00:b", ":|!00:!00", "a/b:c%|a!2Fb:c!25", "!20|!2120",
            "!|!", "!!20|!!2120", "!2 |!2!20"})
    void aNameIsServedInALegalForm(String received, String served) {
        assertThat(ServedNames.set(received)).isEqualTo(served);
        assertThat(new SetSpec(served).isLegal()).isTrue();
        assertThat(ServedNames.received(served)).isEqualTo(received);
    }

    @Test
    void theEmptyNameHasALegalFormToo() {
        assertThat(ServedNames.set("")).isEqualTo("!00");
        assertThat(ServedNames.received("!00")).isEmpty();
    }

    @Test
    void aPrefixMayNotHoldAColon() {
        assertThat(ServedNames.prefix("oai:dc")).isEqualTo("oai!3Adc");
        assertThat(new MetadataPrefix(ServedNames.prefix("oai:dc")).isLegal()).isTrue();
        assertThat(ServedNames.received("oai!3Adc")).isEqualTo("oai:dc");
    }

    @Test
    void noTwoNamesBecomeOne() {
        Random random = new Random(7);
        String letters = "a!02CAF: é/";
        Map<String, String> served = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int n = random.nextInt(8); n > 0; n--) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            String received = name.toString();
            String form = ServedNames.set(received);
            assertThat(new SetSpec(form).isLegal()).as(received).isTrue();
            assertThat(ServedNames.received(form)).as(form).isEqualTo(received);
            assertThat(served.merge(form, received, (one, _) -> one)).isEqualTo(received);
        }
    }
}
