package dev.sheaf.platform.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The forms in which a {@link RepairReport} is written. */
public enum RepairReportFormat {

    /** A page that needs nothing else, for people. */
    HTML("text/html;charset=utf-8"),
    /** One object with every fault of the report. */
    JSON("application/json");

    private final String contentType;

    RepairReportFormat(String contentType) {
        this.contentType = contentType;
    }

    /** The format with this name, in small letters. */
    public static Optional<RepairReportFormat> fromText(String text) {
        return Arrays.stream(values()).filter(format -> format.text().equals(text)).findFirst();
    }

    /** Returns the name of the format. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Value of the HTTP header. */
    public String contentType() {
        return contentType;
    }

    /** A name for the file that somebody downloads. */
    public String fileName(RepairReport report) {
        return "faults-" + report.id() + "." + text();
    }

    /** Writes a report in UTF-8; the stream stays the caller's. */
    public void write(RepairReport report, OutputStream out) throws IOException {
        switch (this) {
            case HTML -> out.write(RepairReportHtml.of(report).getBytes(StandardCharsets.UTF_8));
            case JSON -> RepairReportJson.write(report, out);
        }
        out.flush();
    }
}
