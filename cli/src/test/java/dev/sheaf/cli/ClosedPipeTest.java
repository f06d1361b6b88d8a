package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Results that go to a program which does not read to the end, such as head. */
class ClosedPipeTest {

    @TempDir
    private Path folder;

    /** A pipe whose reader leaves after some bytes. */
    private static final class Pipe extends OutputStream {

        private long left;

        Pipe(long left) {
            this.left = left;
        }

        @Override
        public void write(int b) throws IOException {
            if (--left < 0) {
                throw new IOException("Broken pipe");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, jsonl", "0, xml", "500, jsonl", "20000, jsonl", "20000, xml"})
    void closedPipe_endsFetchWithoutAMessage(long bytes, String format) {
        try (ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"))) {
            provider.pageSize(100).put(SampleRecords.many(1_000));
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int status = Sheaf.run(new Surroundings(Map.of(), folder, new Pipe(bytes),
                    new PrintStream(err, true, StandardCharsets.UTF_8), false, Clock.systemUTC(), (_, _) -> {}), "--quiet",
                    "fetch", provider.baseUrl(), "--format", format);
            assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
            assertThat(status).isZero();
            assertThat(provider.pagesAsked()).as("nothing more is asked for").hasSizeLessThan(10);
        }
    }
}
