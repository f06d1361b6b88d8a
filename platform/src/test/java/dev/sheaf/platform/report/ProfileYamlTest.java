package dev.sheaf.platform.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.report.RequirementLevel;
import dev.sheaf.validator.report.RuleText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProfileYamlTest {

    private static Profile read(String yaml) throws IOException {
        return ProfileYaml.read(yaml.getBytes(StandardCharsets.UTF_8), "own.yaml");
    }

    @Test
    void aProfile_hasItsRulesLevelsAndTexts() throws Exception {
        Profile profile = read("""
                name: own
                title: Our rules
                include: [dates., lists.]
                levels:
                  dates.from: SHOULD
                leave: lists.size
                namespaces:
                  oai_dc: http://www.openarchives.org/OAI/2.0/oai_dc/
                  dc: [http://purl.org/dc/elements/1.1/, http://purl.org/dc/elements/1.1]
                rules:
                  own.rights:
                    in: oai_dc
                    element: dc:rights
                    least: 1
                    values: ["https://creativecommons.org/*", "https://rightsstatements.org/*"]
                    matching: some
                    level: SHOULD
                    clause: Policy 3
                    title: Every record names a licence.
                    why: Readers must know.
                    remedy: Fill dc:rights.
                    remedies: {DSpace: Fill dc.rights.uri., OJS: Choose a licence.}
                  own.pages:
                    page-size: 50 200
                """);
        assertThat(profile.title()).isEqualTo("Our rules");
        assertThat(profile.own()).hasSize(2);
        assertThat(profile.texts()).containsKey("dates.until").doesNotContainKeys("lists.size", "http.status");
        assertThat(Objects.requireNonNull(profile.texts().get("dates.from")).level()).isEqualTo(RequirementLevel.SHOULD);
        RuleText rights = Objects.requireNonNull(profile.texts().get("own.rights"));
        assertThat(rights.clause()).isEqualTo("Policy 3");
        assertThat(rights.mend()).isEqualTo("Fill dc:rights.");
        assertThat(rights.platforms()).containsEntry("OJS", "Choose a licence.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
            "^^ | own.yaml, line 1, column 1: the file ends here",
            "- name | own.yaml, line 1, column 1: expected are lines like 'name: example'",
            "name: [a | own.yaml, line 1, column 9: not readable as YAML",
            "name: own~inclde: oai-pmh | own.yaml, line 2, column 1: unknown name 'inclde'",
            "name: own~name: other | own.yaml, line 2, column 1: 'name' stands twice",
            "name: Own rules~include: oai-pmh | own.yaml, line 1, column 1: 'name' must give the profile a name",
            "name: own~include: everything | own.yaml, line 2, column 1: 'include' takes 'oai-pmh'",
            "name: own~include: dates.~levels: {dates.from: must} | own.yaml, line 3, column 10: a level is MUST, SHOULD or MAY",
            "name: own~rules:~  a.b:~    set: x~    lvl: MUST | own.yaml, line 5, column 5: unknown name 'lvl'",
            "name: own~rules:~  a.b:~    in: dc~    element: dc:title | own.yaml, line 4, column 5: there is no namespace 'dc'",
            "name: own~rules:~  a.b:~    level: MUST | own.yaml, line 3, column 3: a rule has one of",
            "name: own~rules:~  a.b:~    page-size: many | own.yaml, line 4, column 5: 'page size: LEAST MOST' takes two numbers",
            "name: own~rules:~  a.b: x | own.yaml, line 3, column 8: below 'a.b' expected are lines",
            "name: own~rules:~  a.b:~    set: {deep: {deeper: x}} | own.yaml, line 4, column 10: 'set' takes a plain value",
            "name: own~rules:~  a.b:~    set: | 'set' takes a plain value",
            "name: &a own~title: *a | own.yaml, line 2, column 8: aliases (*name) are not read",
            "name: own~include: dates.~---~name: two | a second one begins here"})
    void aMistake_isReportedWithLineAndColumn(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml.replace('~', '\n'))).isInstanceOf(IOException.class).hasMessageContaining(message);
    }

    /** Each alias would be ten times the one before; expanded, the last would be as large as the memory. */
    @Test
    void aliasesThatMultiply_areRefusedAtOnce() {
        StringBuilder yaml = new StringBuilder("name: own\nnamespaces:\n  a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            yaml.append("  a").append(i).append(": &a").append(i).append(" [*a").append(i - 1).append(", *a").append(i - 1)
                    .append("]\n");
        }
        assertThatThrownBy(() -> read(yaml.toString())).hasMessageContaining("own.yaml, line 4")
                .hasMessageContaining("aliases (*name) are not read");
    }

    @Test
    void aFileThatIsTooLargeOrTooDeep_isRefused(@TempDir Path folder) throws Exception {
        Path large = Files.writeString(folder.resolve("large.yaml"), "#" + "x".repeat(2 << 20));
        assertThatThrownBy(() -> ProfileYaml.read(large, "large.yaml")).hasMessageContaining("larger than 1 MB");
        assertThatThrownBy(() -> read("name: " + "[".repeat(100_000))).isInstanceOf(IOException.class)
                .hasMessageContaining("own.yaml, line 1");
        assertThatThrownBy(() -> read("name: own\ninclude: " + "x".repeat(5_000)))
                .hasMessageContaining("at most 4000 characters");
        assertThatThrownBy(() -> ProfileYaml.read(folder.resolve("gone.yaml"), "gone.yaml"))
                .hasMessage("there is no file gone.yaml");
    }
}
