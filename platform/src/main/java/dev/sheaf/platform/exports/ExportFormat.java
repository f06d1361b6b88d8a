package dev.sheaf.platform.exports;

import java.util.Locale;
import java.util.Optional;

/** File format of an export. */
public enum ExportFormat {
    /** One ListRecords response. */
    XML,
    /** One JSON object a line. */
    JSONL,
    /** A table of Dublin Core. */
    CSV;

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the command line's word. */
    public static Optional<ExportFormat> fromText(String text) {
        for (ExportFormat format : values()) {
            if (format.text().equals(text)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
