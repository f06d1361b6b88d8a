package dev.sheaf.bench.kills;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Injection of a failed write, sync or truncation in a data directory while a process of Sheaf works, a given number of times for each kind
 * of work. After each failure the store is compared with a model, the work is finished without failures, and everything is compared.
 * {@code bench/faulty-disk} compiles the library that is loaded into the processes.
 */
public final class FaultyDisk {

    /** Way in which a call fails; see {@code bench/native/faulty-disk.c}. */
    private enum Fault {
        ENOSPC,
        EIO,
        TORN,
        CUT
    }

    private static final int KILLED = 137;
    /** Lines of a stack trace, which no message to people may have. */
    private static final Pattern TRACE = Pattern.compile("(?m)^\\s+at [\\w.$/]+\\(|^Exception in thread|^Caused by:");
    private static final Pattern CALLS = Pattern.compile("calls (\\d+)");
    private static final Pattern TITLES = Pattern.compile("\\d+");
    private static final List<WorkKind> KINDS = List.of(WorkKind.IMPORT, WorkKind.HARVEST, WorkKind.INDEX, WorkKind.MEMBERSHIP,
            WorkKind.APPROVE, WorkKind.ROLLBACK);

    private final WorkKind kind;
    private final KillsOptions options;
    private final Path library;
    private final Map<String, String> environment = new ConcurrentHashMap<>();
    private final Map<String, Integer> messages = new TreeMap<>();
    private final Path data;
    private final Path log;
    private int failedCommands;

    private FaultyDisk(WorkKind kind, KillsOptions options, Path library) {
        this.kind = kind;
        this.options = options;
        this.library = library;
        this.data = options.data().resolve(kind.text());
        this.log = options.data().resolve(kind.text() + "-faults.log");
    }

    /**
     * Runs. Arguments: the compiled library, then those of {@link KillsOptions}; {@code --kills} is the number of faults. Ends with status
     * 1 if a check fails.
     */
    public static void main(String[] arguments) throws Exception {
        KillsOptions options;
        try {
            options = KillsOptions.parse(List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
        } catch (IllegalArgumentException failure) {
            System.err.println("bench/faulty-disk: " + failure.getMessage());
            System.exit(2);
            return;
        }
        Path library = Path.of(arguments[0]).toAbsolutePath();
        System.out.println("seed " + options.seed() + ", data in " + options.data());
        boolean failed = false;
        for (WorkKind kind : KINDS) {
            if (options.kinds().contains(kind)) {
                FaultyDisk disk = new FaultyDisk(kind, options, library);
                try {
                    disk.run();
                } catch (IllegalStateException failure) {
                    failed = true;
                    System.err.println("FAILED: " + kind.text() + ": " + failure.getMessage() + "\nThe data directory is kept: "
                            + disk.data);
                }
                disk.messages.forEach((message, times) -> System.out.printf(Locale.ROOT, "  %3d × %s%n", times, message));
            }
        }
        System.exit(failed ? 1 : 0);
    }

    private void run() throws IOException, InterruptedException {
        Random random = new Random(options.seed() * 31 + kind.text().hashCode());
        environment.putAll(Map.of("LD_PRELOAD", library.toString(), "FAULTY_DISK_DIR", data.toString(), "FAULTY_DISK_AT", "0",
                "FAULTY_DISK_LOG", log.toString()));
        Map<Fault, Integer> met = new TreeMap<>();
        try (KilledWork work = kind.begin(new WorkSetting(data, options.records(), random, environment))) {
            long usual = calls(work);
            int faults = 0;
            for (int tries = 0; faults < options.kills(); tries++) {
                if (tries > 4 * options.kills() + 20) {
                    throw new IllegalStateException(
                            "the processes write too rarely: " + faults + " faults in " + tries + " tries");
                }
                Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
                environment.put("FAULTY_DISK_AT", Long.toString(1 + random.nextLong(usual)));
                // Some faults are temporary, others last until the disk is repaired.
                environment.put("FAULTY_DISK_CALLS", random.nextInt(3) == 0 ? "0" : Integer.toString(1 + random.nextInt(3)));
                environment.put("FAULTY_DISK_KIND", fault.name());
                Files.deleteIfExists(log);
                if (disturb(work, fault)) {
                    faults++;
                    met.merge(fault, 1, Integer::sum);
                }
            }
        }
        System.out.println(
                kind.text() + ": faults " + met + ", " + failedCommands + " commands failed, each store equal to its model");
    }

    /** Returns the number of calls that the work makes without faults. */
    private long calls(KilledWork work) throws IOException, InterruptedException {
        work.prepare();
        int status = work.start().end();
        if (status != 0) {
            throw new IllegalStateException("the work fails without a disk fault, with status " + status);
        }
        Matcher calls = CALLS.matcher(noted());
        if (!calls.find()) {
            throw new IllegalStateException("the library was not loaded: there is no output in " + log);
        }
        work.finish();
        return Long.parseLong(calls.group(1));
    }

    private String noted() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Injects a fault; returns true if a call failed. */
    private boolean disturb(KilledWork work, Fault fault) throws IOException, InterruptedException {
        work.prepare();
        Path said = data.resolveSibling(data.getFileName() + ".log");
        long before = Files.exists(said) ? Files.size(said) : 0;
        int status = work.start().end();
        String noted = noted().lines().filter(line -> line.startsWith("failed")).findFirst().orElse("");
        String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
        String output = text.substring((int) Math.min(before, text.length()));
        try {
            told(status, output, noted);
            work.checkCut();
            work.finish();
        } catch (IllegalStateException failure) {
            throw new IllegalStateException(
                    "after " + noted + " (" + environment + "): " + failure.getMessage() + "\nThe command said: "
                            + output,
                    failure);
        }
        if (noted.isEmpty()) {
            return false;
        }
        if (fault != Fault.CUT) {
            failedCommands += status == 0 ? 0 : 1;
            Matcher lines = TITLES.matcher(output.strip());
            messages.merge("status " + status + " " + noted.replaceFirst("failed \\d+ ", "") + ": " + lines.replaceAll("N"), 1,
                    Integer::sum);
        }
        return true;
    }

    private static void told(int status, String output, String noted) {
        if (TRACE.matcher(output).find()) {
            throw new IllegalStateException("the command shows a stack trace");
        }
        if (status != 0 && status != KILLED && output.isBlank()) {
            throw new IllegalStateException("the command ended with " + status + " and without a message");
        }
        if (status != 0 && noted.isEmpty()) {
            throw new IllegalStateException("the command ended with " + status + " though no call failed");
        }
        if (status > 1 && status != KILLED) {
            throw new IllegalStateException("the command ended with " + status);
        }
    }
}
