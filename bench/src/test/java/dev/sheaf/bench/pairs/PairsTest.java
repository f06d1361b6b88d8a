package dev.sheaf.bench.pairs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A sample of pairs and triples of misbehaviours, with a second harvest each; {@code bench/pairs} plays all pairs. The seed is printed and
 * may be given: {@code -Dsheaf.pairs.seed=N}.
 */
class PairsTest {

    static final Path OPEN = Path.of("pairs-open.txt");
    private static final int PAIRS = 150;
    private static final int TRIPLES = 50;
    private static final int LATER = 60;
    private static final int THREADS = 3;

    @TestFactory
    Stream<DynamicTest> combinationsAreHarvestedOrOpen() throws InterruptedException {
        long seed = Long.getLong("sheaf.pairs.seed", 20261122);
        System.out.println("pairs and triples of the seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        List<Misbehaviour> drawn = new ArrayList<>(Pairs.sample(random, PAIRS));
        drawn.addAll(Pairs.triples(random, TRIPLES));
        OpenPairs open = OpenPairs.read(OPEN);
        return play(drawn).stream().map(played -> DynamicTest.dynamicTest(played.name(), () -> {
            assertThat(played.mark()).as("%s; to see each request: bench/pairs --only %s", played.reason(), played.name())
                    .isLessThanOrEqualTo(open.worst(played.name()));
            assertThat(open.outdated(List.of(played))).as("no longer open: remove it from pairs-open.txt").isEmpty();
        }));
    }

    @TestFactory
    Stream<DynamicTest> faultsThatBeginAfterAFirstHarvest_harmNoRecord() throws InterruptedException {
        List<Misbehaviour> drawn = Pairs.sample(new SplittableRandom(33), LATER);
        return play(drawn, PairPlayer::playLater).stream().map(played -> DynamicTest.dynamicTest(played.name(), () -> {
            assertThat(played.mark()).as("%s; to see each request: bench/pairs --later --only %s", played.reason(), played.name())
                    .isLessThanOrEqualTo(Mark.INCOMPLETE);
        }));
    }

    @Test
    void openCombinations_existAndHaveAReason() {
        assertThat(OpenPairs.read(OPEN).entries()).allSatisfy((name, entry) -> {
            assertThat(Misbehaviours.named(name)).as(name).isPresent();
            assertThat(entry.mark()).as(name).isNotEqualTo(Mark.RIGHT);
            assertThat(entry.reason()).as(name).hasSizeGreaterThan(20);
        });
    }

    /** Plays with several servers and stores at the same time; results are in the order given. */
    static List<PairResult> play(Collection<Misbehaviour> all) throws InterruptedException {
        return play(all, PairPlayer::play);
    }

    private static List<PairResult> play(Collection<Misbehaviour> all, BiFunction<PairPlayer, Misbehaviour, PairResult> how)
            throws InterruptedException {
        ConcurrentLinkedQueue<Misbehaviour> queue = new ConcurrentLinkedQueue<>(all);
        Map<String, PairResult> results = new ConcurrentHashMap<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (PairPlayer player = new PairPlayer()) {
                    for (Misbehaviour next = queue.poll(); next != null; next = queue.poll()) {
                        results.put(next.name(), how.apply(player, next));
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(results).hasSize(all.size());
        return all.stream().map(one -> results.get(one.name())).toList();
    }
}
