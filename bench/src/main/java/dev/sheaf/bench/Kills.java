package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills processes of Sheaf at random moments, again and again, on one data directory: an import, a harvest, a hub that serves and indexes.
 * What they are to bring changes between two kills. Every now and then all is left to end, and compared with what should be there.
 */
final class Kills {

    private static final String HARVESTED = "harvested";
    private static final String IMPORTED = "imported";
    /** A process that has not ended by then hangs. */
    private static final long PATIENCE_SECONDS = 600;
    private static final int KILLED = 137;

    private final KillsOptions options;
    private final Random random;
    private final KilledSources sources;
    private final Path log;
    private int killed;

    /** A command that is killed, with the nanoseconds that it takes when it is not. */
    private static final class Victim {
        private final List<String> arguments;
        private long usual;

        private Victim(String... arguments) {
            this.arguments = List.of(arguments);
        }
    }

    private Kills(KillsOptions options, KilledSources sources) {
        this.options = options;
        this.random = new Random(options.seed());
        this.sources = sources;
        this.log = options.data().resolveSibling(options.data().getFileName() + ".log");
    }

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
        try (KilledSources sources = new KilledSources(options.data(), options.records(), options.seed())) {
            new Kills(options, sources).run();
        } catch (IllegalStateException failure) {
            System.err.println("FAILED: " + failure.getMessage() + "\nThe data directory is kept: " + options.data());
            System.exit(1);
        }
    }

    private void run() throws IOException, InterruptedException {
        List<Victim> victims = List.of(
                new Victim("import", IMPORTED, sources.table().toString(), "--identifier-domain", "kills.example.org"),
                new Victim("harvest", HARVESTED),
                new Victim("serve", "--port", "0"));
        end(new Victim("source", "add", HARVESTED, sources.baseUrl()));
        for (Victim victim : victims.subList(0, 2)) {
            long begun = System.nanoTime();
            end(victim);
            victim.usual = System.nanoTime() - begun;
        }
        victims.getLast().usual = victims.get(1).usual;
        int attempts = 0;
        int checks = 0;
        while (killed < options.kills()) {
            sources.change(random);
            if (kill(victims.get(attempts++ % victims.size()))) {
                killed++;
            }
            if (attempts % options.checkEvery() == 0 || killed == options.kills()) {
                end(victims.get(0));
                end(victims.get(1));
                sources.check(HARVESTED, IMPORTED);
                checks++;
                System.out.println(killed + " kills, " + checks + " checks passed, " + sources.summary());
            }
        }
    }

    /** Returns false when the process had ended before. */
    private boolean kill(Victim victim) throws IOException, InterruptedException {
        Process process = start(victim);
        long wait = random.nextLong(Math.max(1, victim.usual * 11 / 10));
        boolean ended = process.waitFor(wait, TimeUnit.NANOSECONDS);
        process.destroyForcibly();
        process.waitFor();
        return !ended && process.exitValue() == KILLED;
    }

    private void end(Victim victim) throws IOException, InterruptedException {
        Process process = start(victim);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(victim.arguments + " has not ended in " + PATIENCE_SECONDS + " s; see " + log);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(victim.arguments + " ended with status " + process.exitValue() + "; see " + log);
        }
    }

    private Process start(Victim victim) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "dev.sheaf.platform.cli.Sheaf", "--data", options.data().toString(),
                "--quiet"));
        command.addAll(victim.arguments);
        Files.createDirectories(options.data());
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    }
}
