package dev.sheaf.platform.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The forms in which a {@link RepairReport} is written. */
public enum RepairReportFormat {

    /** Self-contained page for people. */
    HTML("text/html;charset=utf-8"),
    /** JSON object with all faults of the report. */
    JSON("application/json");

    private final String contentType;

    RepairReportFormat(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the format with a name in small letters; empty if there is none. */
    public static Optional<RepairReportFormat> fromText(String text) {
        return Arrays.stream(values()).filter(format -> format.text().equals(text)).findFirst();
    }

    /** Returns the name of the format. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the value of the HTTP header Content-Type. */
    public String contentType() {
        return contentType;
    }

    /** Returns the file name for downloads. */
    public String fileName(RepairReport report) {
        return "faults-" + report.id() + "." + text();
    }

    /** Writes a report in UTF-8. The caller closes the stream. */
    public void write(RepairReport report, OutputStream out) throws IOException {
        switch (this) {
            case HTML -> out.write(RepairReportHtml.of(report).getBytes(StandardCharsets.UTF_8));
            case JSON -> RepairReportJson.write(report, out);
        }
        out.flush();
    }
}
