package dev.sheaf.platform.server.load;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LoadLimitsTest {

    @ParameterizedTest
    @CsvSource({"64, 16", "256, 106", "1024, 874", "4096, 3946", "1048576, 4000", "9223372036854775807, 4000"})
    void connections_followTheLimitOfOpenFiles(long files, int connections) {
        assertThat(LoadLimits.of(files).connections()).isEqualTo(connections);
        assertThat(LoadLimits.of(files).connectionsOfClient()).isEqualTo(connections / 4);
    }
}
