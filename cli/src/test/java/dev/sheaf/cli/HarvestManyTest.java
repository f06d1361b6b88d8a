package dev.sheaf.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Many sources in one command. */
class HarvestManyTest {

    private final List<ScriptedProvider> providers = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void start() {
        for (int i = 0; i < 5; i++) {
            ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z")).pageSize(10);
            provider.put(SampleRecords.many(15 + i));
            providers.add(provider);
            assertThat(Typed.in(folder, "source", "add", "s" + i, provider.baseUrl()).status()).isZero();
        }
    }

    @AfterEach
    void stop() {
        providers.forEach(ScriptedProvider::close);
    }

    @Test
    void harvestsAllSources_withOneLineEach() {
        Typed all = Typed.in(folder, "harvest", "--all", "--parallel", "3");
        assertThat(all.status()).isZero();
        for (int i = 0; i < 5; i++) {
            assertThat(all.err()).containsOnlyOnce("s" + i + ": complete: " + (15 + i) + " new");
        }
        assertThat(Typed.in(folder, "export", "--source", "s3").out().lines()).isNotEmpty();
    }

    @Test
    void failedSourceDoesNotStopTheOthers() {
        providers.get(1).when(ReceivedRequest.any(), Behaviour.status(404));
        Typed all = Typed.in(folder, "harvest", "s0", "s1", "s2");
        assertThat(all.status()).isEqualTo(1);
        assertThat(all.err()).contains("s0: complete: 15 new", "sheaf: s1: failed", "404", "s2: complete: 17 new");
    }

    @Test
    void severalSourcesOfAHost_areAskedOneAfterTheOther() {
        for (int i = 0; i < 4; i++) {
            Typed.in(folder, "source", "add", "more" + i, providers.getFirst().baseUrl("/oai/part" + i));
        }
        Typed.in(folder, "harvest", "--all", "--parallel", "20");
        assertThat(providers).allSatisfy(provider -> assertThat(provider.mostRequestsAtOnce()).isEqualTo(1));
        assertThat(providers.getFirst().requests().size()).isGreaterThan(providers.get(1).requests().size() * 3);
    }

    @Test
    void pausedSources_areSkippedAndReported() {
        assertThat(Typed.in(folder, "source", "pause", "s2").status()).isZero();
        Typed all = Typed.in(folder, "harvest", "--all");
        assertThat(all.status()).as(all.err()).isZero();
        assertThat(all.err()).contains("'s2' is paused and left out", "sheaf source resume s2").doesNotContain("s2: ");
        assertThat(providers.get(2).requests()).isEmpty();
        assertThat(Typed.in(folder, "harvest", "s2").status()).as("asked for by name").isEqualTo(1);
    }

    @Test
    void allSourcesPaused_isReportedWithoutAFailure() {
        for (int i = 0; i < 5; i++) {
            Typed.in(folder, "source", "pause", "s" + i);
        }
        Typed all = Typed.in(folder, "harvest", "--all");
        assertThat(all.status()).isZero();
        assertThat(all.err()).contains("'s0' is paused", "'s4' is paused").doesNotContain("There is no source to harvest");
    }

    @Test
    void numberOfHarvestsAtOnce_isChecked() {
        assertThat(Typed.in(folder, "harvest", "--all", "--parallel", "0").status()).isEqualTo(2);
    }
}
