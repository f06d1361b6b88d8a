package dev.sheaf.platform.report;

import java.util.List;
import java.util.Locale;

import dev.sheaf.platform.store.NotedFault;

/** Writes a repair report as a table (RFC 4180). */
final class RepairReportCsv {

    private RepairReportCsv() {}

    static String of(RepairReport report) {
        StringBuilder csv = new StringBuilder();
        line(csv, List.of("source", "identifier", "prefix", "kind", "met", "what", "received", "repaired", "since", "last",
                "times"));
        for (NotedFault fault : report.faults()) {
            line(csv, List.of(report.id(), fault.identifier() == null ? "" : fault.identifier(), fault.prefix(), fault.kind(),
                    fault.met().name().toLowerCase(Locale.ROOT).replace('_', '-'), fault.what(), fault.before(), fault.after(),
                    fault.since() == null ? "" : fault.since().toString(), fault.last() == null ? "" : fault.last().toString(),
                    fault.times() == 0 ? "" : Long.toString(fault.times())));
        }
        return csv.toString();
    }

    private static void line(StringBuilder csv, List<String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            csv.append(i == 0 ? "" : ",").append(cell(cells.get(i)));
        }
        csv.append("\r\n");
    }

    private static String cell(String text) {
        // A spreadsheet takes a cell that begins so for a formula, and what stands here comes from strangers.
        String tame = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean quoted = tame.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + tame.replace("\"", "\"\"") + '"' : tame;
    }
}
