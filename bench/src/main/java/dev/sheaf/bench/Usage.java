package dev.sheaf.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

import com.sun.management.OperatingSystemMXBean;

/** Use of resources by a process so far: CPU of all its threads, and the most memory it ever held. */
public final class Usage {

    private static final Path SELF = Path.of("/proc/self/status");
    private static final Path STAT = Path.of("/proc/self/stat");
    /** Ticks of Linux's clock for programs in a second. */
    private static final double TICKS = 100;

    private Usage() {}

    /** CPU seconds since the process began, start-up included. */
    public static double cpuSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    /** CPU seconds of processes that this one started and that have ended; 0 where the system does not report it. */
    public static double endedChildrenCpuSeconds() throws IOException {
        if (!Files.exists(STAT)) {
            return 0;
        }
        String stat = Files.readString(STAT);
        // The name of the program, in brackets, may hold blanks. User and system time of children follow 13 fields after it.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS;
    }

    /** Megabytes of resident memory at the worst moment; -1 where the system does not report it. */
    static long peakMegabytes() throws IOException {
        return status(SELF, "VmHWM:");
    }

    /** The same of another process; 0 when it is gone. */
    static long peakMegabytes(long process) {
        try {
            return Math.max(0, status(Path.of("/proc", Long.toString(process), "status"), "VmHWM:"));
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    /** Megabytes of memory of its own (without mapped files) now; -1 where the system does not report it. */
    static long ownMegabytes() throws IOException {
        return status(SELF, "RssAnon:");
    }

    private static long status(Path status, String key) throws IOException {
        if (!Files.exists(status)) {
            return -1;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024).findFirst().orElse(-1);
    }

    /** Megabytes of heap that are in use after a collection. */
    static long heapMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    /** Reports all of it. */
    public static void report() throws IOException {
        System.out.println("cpu=" + cpuSeconds());
        System.out.println("peak=" + peakMegabytes());
        System.out.println("own=" + ownMegabytes());
        System.out.println("heap=" + heapMegabytes());
    }
}
