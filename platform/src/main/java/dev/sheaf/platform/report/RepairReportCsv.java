package dev.sheaf.platform.report;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import dev.sheaf.platform.store.NotedFault;

/** Writes a repair report as a table (RFC 4180). */
final class RepairReportCsv {

    private RepairReportCsv() {}

    static String of(RepairReport report) throws IOException {
        StringBuilder csv = new StringBuilder();
        CsvLine.write(csv,
                List.of("source", "identifier", "prefix", "kind", "met", "what", "received", "repaired", "since", "last",
                        "times"));
        for (NotedFault fault : report.faults()) {
            CsvLine.write(csv, tame(report.id(), fault.identifier() == null ? "" : fault.identifier(), fault.prefix(),
                    fault.kind(),
                    fault.met().name().toLowerCase(Locale.ROOT).replace('_', '-'), fault.what(), fault.before(), fault.after(),
                    fault.since() == null ? "" : fault.since().toString(), fault.last() == null ? "" : fault.last().toString(),
                    fault.times() == 0 ? "" : Long.toString(fault.times())));
        }
        return csv.toString();
    }

    /** A spreadsheet takes a cell that begins so for a formula, and what stands here comes from strangers. */
    private static List<String> tame(String... cells) {
        return Arrays.stream(cells).map(cell -> !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell)
                .toList();
    }
}
