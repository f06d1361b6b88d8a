package dev.sheaf.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;

/**
 * Process that measures the checking of pages and their splitting into records, as the harvester does it, with repair enabled. Arguments:
 * pages. The measure is the CPU time of the single thread with warm compilers.
 */
final class SplitChild {

    private static final int ROUNDS = 60;
    /** Number of last rounds of which the median is reported. */
    private static final int COUNTED = 21;

    private SplitChild() {}

    /** Reports. */
    public static void main(String[] arguments) throws IOException, OaiFormatException {
        List<byte[]> pages = new ArrayList<>();
        long bytes = 0;
        for (String argument : arguments) {
            byte[] page = Files.readAllBytes(Path.of(argument));
            pages.add(page);
            bytes += page.length;
        }
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        double[] rounds = new double[ROUNDS];
        long records = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long begun = clock.getCurrentThreadCpuTime();
            for (byte[] page : pages) {
                if (ResponseReader.REPAIRING.read(page, "text/xml").response().answer() instanceof OaiResponse.ListRecords list) {
                    records += list.records().size();
                }
            }
            rounds[round] = (clock.getCurrentThreadCpuTime() - begun) / 1e9;
        }
        double[] last = Arrays.copyOfRange(rounds, ROUNDS - COUNTED, ROUNDS);
        Arrays.sort(last);
        System.out.println("megabytes=" + bytes / 1e6 / last[COUNTED / 2]);
        System.out.println("records=" + records / (double) ROUNDS / last[COUNTED / 2]);
    }
}
