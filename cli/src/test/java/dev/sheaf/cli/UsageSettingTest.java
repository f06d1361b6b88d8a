package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The settings of usage logs in the configuration file. */
class UsageSettingTest {

    @TempDir
    private Path folder;

    @Test
    void wrongPeriod_isReportedWithItsPlaceAndTheExpectedValues() throws Exception {
        Files.writeString(folder.resolve("sheaf.yaml"), "port: 0\nusage-logs: always\n");
        Typed typed = Typed.in(folder, "--config", "sheaf.yaml", "serve");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("sheaf.yaml, line 2", "'always'", "usage-logs",
                "expected: the days for which uses are kept, from 2 to 366, such as 30 days");
    }
}
