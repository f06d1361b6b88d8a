package dev.sheaf.bench.supply;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MavenVersionTest {

    @Test
    void versionsAreOrderedAsMavenOrdersThem() {
        List<MavenVersion> ordered = List
                .of("0", "0.9.14", "1.0-alpha1", "1.0-alpha-2", "1.0-beta3", "1.0-M1", "1.0-rc1", "1.0-SNAPSHOT", "1.0",
                        "1.0-sp1",
                        "1.0.1", "1.0.9", "1.0.10", "1.5.7-4", "1.5.7-28", "3.41.2.1", "3.41.2.2", "9.4.35", "9.4.35.v20201120",
                        "9.4.36", "10.0.0", "20200101")
                .stream().map(MavenVersion::new).toList();
        List<MavenVersion> shuffled = new ArrayList<>(ordered);
        Collections.reverse(shuffled);
        Collections.sort(shuffled);
        assertThat(shuffled).isEqualTo(ordered);
    }

    @Test
    void versionsThatDifferOnlyInTrailingZeros_areEqual() {
        assertThat(new MavenVersion("2.0.0")).isEqualByComparingTo(new MavenVersion("2"));
        assertThat(new MavenVersion("2.0.Final")).isEqualByComparingTo(new MavenVersion("2"));
        assertThat(new MavenVersion("2")).isLessThan(new MavenVersion("2.0.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1 0", "${version}", "[1,2)"})
    void invalidVersion_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new MavenVersion(text));
    }
}
