package dev.sheaf.bench.pairs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;

/**
 * Plays all pairs of the scripted repository's misbehaviours, harvests each of them and judges the verdict and the store by what the
 * repository really holds. See {@code bench/pairs}. Ends with status 1 when a combination is worse than the open list says, or when an entry
 * of that list is no longer true.
 */
public final class Pairs {

    private static final Path OPEN = Path.of("bench/pairs-open.txt");
    private static final Path LOG = Path.of("bench/target/pairs/played.tsv");
    private static final Path LATER_LOG = Path.of("bench/target/pairs/played-later.tsv");
    private static final int SECOND = 1_000_000_000;
    private static final int SHOWN = 40;

    private final PairOptions options;
    private final PairLog log;

    private Pairs(PairOptions options, PairLog log) {
        this.options = options;
        this.log = log;
    }

    /** Plays. Arguments: see {@link PairOptions}. */
    public static void main(String[] arguments) throws Exception {
        PairOptions options;
        try {
            options = PairOptions.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Pairs(options, PairLog.open(options.later() ? LATER_LOG : LOG, options.again())).run() ? 0 : 1);
    }

    /** Returns all single misbehaviours, and all pairs that one server can play, in the order of the catalogue. */
    static List<Misbehaviour> all() {
        List<Misbehaviour> singles = Misbehaviours.all();
        List<Misbehaviour> pairs = new ArrayList<>(singles);
        for (int i = 0; i < singles.size(); i++) {
            for (int j = i + 1; j < singles.size(); j++) {
                if (singles.get(i).goesWith(singles.get(j))) {
                    pairs.add(singles.get(i).and(singles.get(j)));
                }
            }
        }
        return pairs;
    }

    /** Returns random pairs and single misbehaviours, none twice. */
    static List<Misbehaviour> sample(RandomGenerator random, int count) {
        List<Misbehaviour> all = all();
        Map<String, Misbehaviour> drawn = new LinkedHashMap<>();
        while (drawn.size() < Math.min(count, all.size())) {
            Misbehaviour next = all.get(random.nextInt(all.size()));
            drawn.put(next.name(), next);
        }
        return List.copyOf(drawn.values());
    }

    /** Returns random triples, none twice, with the parts in the order of the catalogue. */
    static List<Misbehaviour> triples(RandomGenerator random, int count) {
        List<Misbehaviour> singles = Misbehaviours.all();
        Map<String, Misbehaviour> drawn = new LinkedHashMap<>();
        while (drawn.size() < count) {
            int[] three = random.ints(0, singles.size()).distinct().limit(3).sorted().toArray();
            List<Misbehaviour> parts = List.of(singles.get(three[0]), singles.get(three[1]), singles.get(three[2]));
            if (parts.stream().allMatch(one -> parts.stream().allMatch(one::goesWith))) {
                Misbehaviour all = parts.get(0).and(parts.get(1)).and(parts.get(2));
                drawn.put(all.name(), all);
            }
        }
        return List.copyOf(drawn.values());
    }

    private static List<Misbehaviour> named(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(line -> line.split("[\\s|]", 2)[0]).distinct()
                .flatMap(name -> Misbehaviours.named(name).stream()).toList();
    }

    private List<Misbehaviour> wanted() throws IOException {
        for (String name : options.only()) {
            if (Misbehaviours.named(name).isEmpty()) {
                throw new IllegalArgumentException("no misbehaviour is named " + name);
            }
        }
        RandomGenerator random = new SplittableRandom(options.seed());
        Path names = options.names();
        List<Misbehaviour> wanted = new ArrayList<>(
                names != null ? named(names) : options.sample() > 0 ? sample(random, options.sample()) : all());
        wanted.addAll(triples(random, options.triples()));
        wanted.removeIf(one -> !List.of(one.name().split("\\+")).containsAll(options.only()));
        return wanted;
    }

    private boolean run() throws Exception {
        List<Misbehaviour> wanted = wanted();
        Set<String> names = new LinkedHashSet<>(wanted.stream().map(Misbehaviour::name).toList());
        List<Misbehaviour> left = wanted.stream().filter(one -> !log.knows(one.name())).toList();
        System.err.println(wanted.size() + " combinations, " + (wanted.size() - left.size()) + " of them played before; seed "
                + options.seed());
        double seconds = playAll(left);
        return report(options.later() ? OpenPairs.NONE : OpenPairs.read(OPEN), log.of(names), left.size(), seconds);
    }

    /** @return seconds that it took */
    private double playAll(List<Misbehaviour> left) throws Exception {
        ConcurrentLinkedQueue<Misbehaviour> queue = new ConcurrentLinkedQueue<>(left);
        AtomicInteger done = new AtomicInteger();
        long begun = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Math.min(options.threads(), Math.max(1, left.size())); i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try (PairPlayer player = new PairPlayer()) {
                    for (Misbehaviour next = queue.poll(); next != null; next = queue.poll()) {
                        PairResult result = options.later() ? player.playLater(next) : player.play(next);
                        log.add(result);
                        done.incrementAndGet();
                        if (options.only().size() > 1) {
                            result.said().forEach(System.out::println);
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            while (!thread.join(Duration.ofSeconds(10))) {
                progress(done.get(), left.size(), System.nanoTime() - begun);
            }
        }
        return (System.nanoTime() - begun) / (double) SECOND;
    }

    private void progress(int done, int all, long nanos) {
        double each = nanos / 1e6 / Math.max(1, done);
        System.err.println(String.format(Locale.ROOT,
                "%d of %d played, %.0f ms each, %.0f minutes left; wrong %d, exceptions %d, endless %d, incomplete %d", done, all,
                each,
                (all - done) * each / 60_000, log.count(Mark.WRONG), log.count(Mark.EXCEPTION), log.count(Mark.ENDLESS),
                log.count(Mark.INCOMPLETE)));
    }

    private static boolean report(OpenPairs open, List<PairResult> played, int now, double seconds) {
        List<PairResult> unexpected = open.unexpected(played);
        List<String> outdated = open.outdated(played);
        for (Mark mark : List.of(Mark.WRONG, Mark.EXCEPTION, Mark.ENDLESS, Mark.INCOMPLETE)) {
            List<PairResult> some = unexpected.stream().filter(one -> one.mark() == mark).toList();
            some.stream().limit(SHOWN).forEach(one -> System.out.println(
                    mark.name().toLowerCase(Locale.ROOT) + ": " + one.name() + ": " + one.reason()));
            if (some.size() > SHOWN) {
                System.out.println("... and " + (some.size() - SHOWN) + " more; all are in " + LOG.getParent());
            }
        }
        outdated.forEach(name -> System.out.println("no longer open, remove it from " + OPEN + ": " + name));
        System.out.printf(Locale.ROOT,
                "%d combinations played: %d wrong verdicts, %d exceptions, %d endless, %d less complete than possible."
                        + " %d are worse than the open list allows; %d entries of that list are outdated.%n",
                played.size(), count(played, Mark.WRONG), count(played, Mark.EXCEPTION), count(played, Mark.ENDLESS),
                count(played, Mark.INCOMPLETE), unexpected.size(), outdated.size());
        if (now > 0) {
            System.out.printf(Locale.ROOT, "%d played now in %.0f s: %.0f ms each%n", now, seconds, seconds * 1000 / now);
        }
        return unexpected.isEmpty() && outdated.isEmpty();
    }

    private static long count(List<PairResult> played, Mark mark) {
        return played.stream().filter(one -> one.mark() == mark).count();
    }
}
