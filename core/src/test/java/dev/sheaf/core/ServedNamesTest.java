package dev.sheaf.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The rule for names that the protocol forbids. */
class ServedNamesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {"Open Access|Open!20Access",
            "größe|gr!C3!B6!C3!9Fe", "a::b|a:!00:b", ":|!00:!00", "a/b:c%|a!2Fb:c!25", "!20 |!2120!20", "!!20 |!!2120!20",
            "!2 |!2!20",
            "math:old maps|math:old!20maps"})
    void forbiddenName_isServedInALegalForm(String received, String served) {
        assertThat(ServedNames.set(received)).isEqualTo(served);
        assertThat(new SetSpec(served).isLegal()).isTrue();
        assertThat(ServedNames.forbiddenSet(served)).contains(received);
    }

    @ParameterizedTest
    @ValueSource(strings = {"math", "a:b-c_d.!~*'()", "Open!20Access", "!", "!!20", "!2120", "a:!00:b"})
    void legalName_isServedUnchanged(String received) {
        assertThat(ServedNames.set(received)).isEqualTo(received);
    }

    @Test
    void emptyName_hasALegalForm() {
        assertThat(ServedNames.set("")).isEqualTo("!00");
        assertThat(ServedNames.forbiddenSet("!00")).contains("");
    }

    @Test
    void colonInAPrefix_isEscaped() {
        assertThat(ServedNames.prefix("oai:dc")).isEqualTo("oai!3Adc");
        assertThat(new MetadataPrefix(ServedNames.prefix("oai:dc")).isLegal()).isTrue();
        assertThat(ServedNames.twinOfPrefix("oai!3Adc")).contains("oai:dc");
        assertThat(ServedNames.twinOfPrefix("oai:dc")).contains("oai!3Adc");
        assertThat(ServedNames.twinOfPrefix("oai_dc")).isEmpty();
        assertThat(ServedNames.twinOfPrefix("oai!41dc")).isEmpty();
    }

    @Test
    void legalForms_areUnique_andNeverEscapedTwice() {
        Random random = new Random(7);
        String letters = "a!02CAF: é/";
        Map<String, String> served = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int n = 1 + random.nextInt(7); n > 0; n--) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            String received = name.toString();
            String form = ServedNames.prefix(received);
            assertThat(new MetadataPrefix(form).isLegal()).as(received).isTrue();
            assertThat(ServedNames.prefix(form)).isEqualTo(form);
            assertThat(ServedNames.set(ServedNames.set(received))).isEqualTo(ServedNames.set(received));
            if (!new MetadataPrefix(received).isLegal()) {
                assertThat(ServedNames.twinOfPrefix(form)).as(form).contains(received);
                assertThat(served.merge(form, received, (one, _) -> one)).isEqualTo(received);
            }
        }
    }
}
