package dev.sheaf.platform.report;

import java.io.IOException;
import java.util.List;

/** A line of a table (RFC 4180). */
public final class CsvLine {

    private CsvLine() {}

    /** Writes cells, in quotes where they need them, and the end of the line. */
    public static void write(Appendable table, List<String> cells) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean quoted = cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            table.append(i == 0 ? "" : ",").append(quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell);
        }
        table.append("\r\n");
    }
}
