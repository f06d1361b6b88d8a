package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.core.Datestamp;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.TraceFile;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A source that changes at ten o'clock every day, harvested by commands at noon; no hub runs. */
class StatsTraceTest {

    private static final int CHANGES = 8;

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");

    private String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Sheaf.run(new Surroundings(Map.of(), folder, out, new PrintStream(err, true, StandardCharsets.UTF_8), false,
                clock, (_, _) -> {}), arguments);
        assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private void nineDailyHarvests() {
        try (ScriptedProvider provider = ScriptedProvider.start(clock)) {
            run("source", "add", "daily", provider.baseUrl());
            for (int day = 0; day <= CHANGES; day++) {
                Datestamp ten = Datestamp.ofSecond(clock.instant().minus(Duration.ofHours(2)));
                // The same record again and again: only its last version is stored in the end.
                provider.put(List.of(SampleRecords.live(1, "Version " + day, ten)));
                run("harvest", "daily");
                clock.advance(Duration.ofDays(1));
            }
        }
    }

    @Test
    void storedChanges_areCounted() {
        nineDailyHarvests();

        String json = run("stats", "daily", "--json");

        assertThat(json).contains("\"updates\":" + (CHANGES + 1));
        String line = run("stats").lines().filter(text -> text.startsWith("daily")).findFirst().orElseThrow();
        String[] columns = line.split(" +", -1);
        assertThat(columns[1]).as("updates: " + line).isEqualTo(String.valueOf(CHANGES + 1));
        assertThat(Double.parseDouble(columns[3])).as("U: " + line).isBetween(0.9, 1.1);
        assertThat(Double.parseDouble(columns[5])).as("C.O.V.: " + line).isBetween(0.0, 0.1);
    }

    @Test
    void trace_holdsTheHistory_andSimulateReplaysIt() throws Exception {
        nineDailyHarvests();

        for (String file : List.of("history.csv", "history.csv.gz")) {
            run("stats", "--trace", file);
            ChangeTrace trace = TraceFile.read(folder.resolve(file), null, null);
            assertThat(trace.sources()).extracting(ChangeTrace.Source::name).containsExactly("daily");
            assertThat(trace.start()).isEqualTo(SettableClock.at("2025-03-01T12:00:00Z").instant().getEpochSecond());
            assertThat(trace.end()).isEqualTo(clock.instant().getEpochSecond());
            var changes = trace.sources().getFirst().changes();
            assertThat(changes.size()).isEqualTo(CHANGES + 1);
            for (int day = 0; day <= CHANGES; day++) {
                long ten = SettableClock.at("2025-03-01T10:00:00Z").instant().plus(Duration.ofDays(day)).getEpochSecond();
                assertThat(changes.time(day)).isBetween(ten, ten + 300);
                assertThat(changes.records(day)).isEqualTo(1);
            }
            TraceFile.write(trace, folder.resolve("again.csv"));
            ChangeTrace again = TraceFile.read(folder.resolve("again.csv"), null, null);
            assertThat(again.sources().getFirst().changes()).hasToString(changes.toString());
            assertThat(run("simulate", "--trace", file, "--policy", "uniform", "--budget", "1")).contains("F(H)");
        }
    }

    @Test
    void reportsThatNoSourceIsHarvested() {
        Typed typed = Typed.in(folder, "stats", "--trace", "history.csv");

        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("no source has been harvested");
        assertThat(folder.resolve("history.csv")).doesNotExist();
    }
}
