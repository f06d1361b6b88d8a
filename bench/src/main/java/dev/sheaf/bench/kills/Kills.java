package dev.sheaf.bench.kills;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Kills processes of Sheaf with SIGKILL at random moments: a given number for each {@link WorkKind kind of work}. After each kill the store is
 * compared with a model; after some kills a process that is not killed finishes the work, and everything is compared.
 */
public final class Kills {

    /** Nanoseconds. Shorter work could not be interrupted. */
    private static final long SHORTEST = 20_000_000;
    /** Number of processes per kill that may end before they are killed. With more, the kind is given up. */
    private static final int MISSES = 20;

    private Kills() {}

    /**
     * Result of a kind.
     *
     * @param kind kind of work
     * @param kills number of processes that were killed during their work
     * @param finished number of times that the work was finished and compared completely
     */
    record Result(WorkKind kind, int kills, int finished) {}

    /** Runs with the options of the command line; ends the process with 1 when a check fails. */
    public static void main(String[] arguments) throws Exception {
        KillsOptions options;
        try {
            options = KillsOptions.parse(arguments);
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/kills: " + failure.getMessage());
            System.exit(2);
            return;
        }
        System.out.println("seed " + options.seed() + ", data in " + options.data());
        boolean failed = false;
        for (WorkKind kind : options.kinds()) {
            try {
                System.out.println(run(kind, options));
            } catch (IllegalStateException failure) {
                failed = true;
                System.err.println("FAILED: " + kind.text() + ": " + failure.getMessage() + "\nThe data directory is kept: "
                        + options.data().resolve(kind.text()));
            }
        }
        System.exit(failed ? 1 : 0);
    }

    /**
     * Kills processes of all kinds that the options name.
     *
     * @throws IllegalStateException when a check fails
     */
    static List<Result> run(KillsOptions options) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (WorkKind kind : options.kinds()) {
            results.add(run(kind, options));
        }
        return results;
    }

    private static Result run(WorkKind kind, KillsOptions options) throws IOException, InterruptedException {
        Random random = new Random(options.seed() * 31 + kind.text().hashCode());
        int killed = 0;
        int missed = 0;
        int finished = 0;
        try (KilledWork work = kind.begin(new WorkSetting(options.data().resolve(kind.text()), options.records(), random))) {
            long usual = usual(work);
            while (killed < options.kills()) {
                work.prepare();
                boolean hit = work.start().kill(random, usual);
                work.checkCut();
                if (!hit) {
                    missed++;
                    // A few kills are too late; otherwise all kills would be near the beginning.
                    usual = Math.max(SHORTEST, usual * 9 / 10);
                    if (missed > MISSES * options.kills()) {
                        throw new IllegalStateException("the processes end before they can be killed");
                    }
                    continue;
                }
                killed++;
                usual = usual * 21 / 20;
                if (killed % options.finishEvery() == 0 || killed == options.kills()) {
                    work.finish();
                    finished++;
                    System.out.println(kind.text() + ": " + killed + " kills, finished and compared " + finished + " times");
                }
            }
        }
        return new Result(kind, killed, finished);
    }

    /** Measures the time from the first write of the work to the end of the process. */
    private static long usual(KilledWork work) throws IOException, InterruptedException {
        work.prepare();
        SheafProcess process = work.start();
        process.awaitWriting();
        long begun = System.nanoTime();
        process.end();
        long time = System.nanoTime() - begun;
        work.finish();
        return Math.max(SHORTEST, time);
    }
}
