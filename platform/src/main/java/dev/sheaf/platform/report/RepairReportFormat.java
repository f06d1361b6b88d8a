package dev.sheaf.platform.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The forms in which a {@link RepairReport} is written. */
public enum RepairReportFormat {

    /** For a terminal or a mail. */
    TEXT("text/plain;charset=utf-8", "txt"),
    /** A page that needs nothing else. */
    HTML("text/html;charset=utf-8", "html"),
    /** A table, one line for each fault (RFC 4180). */
    CSV("text/csv;charset=utf-8", "csv"),
    /** One object. */
    JSON("application/json", "json");

    private final String contentType;
    private final String ending;

    RepairReportFormat(String contentType, String ending) {
        this.contentType = contentType;
        this.ending = ending;
    }

    /** The format with this name, in small letters. */
    public static Optional<RepairReportFormat> fromText(String text) {
        return Arrays.stream(values()).filter(format -> format.text().equals(text)).findFirst();
    }

    /** Its name. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Value of the HTTP header. */
    public String contentType() {
        return contentType;
    }

    /** A name for the file that somebody downloads. */
    public String fileName(RepairReport report) {
        return "faults-" + report.id() + "." + ending;
    }

    /** Writes a report in UTF-8; the stream stays the caller's. */
    public void write(RepairReport report, OutputStream out) throws IOException {
        switch (this) {
            case TEXT -> out.write(RepairReportText.of(report).getBytes(StandardCharsets.UTF_8));
            case HTML -> out.write(RepairReportHtml.of(report).getBytes(StandardCharsets.UTF_8));
            case CSV -> out.write(RepairReportCsv.of(report).getBytes(StandardCharsets.UTF_8));
            case JSON -> RepairReportJson.write(report, out);
        }
        out.flush();
    }
}
