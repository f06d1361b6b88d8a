package dev.sheaf.transfer.exports;

import java.util.Locale;
import java.util.Optional;

/** File format of an export. */
public enum ExportFormat {
    /** One ListRecords response. */
    XML,
    /** One JSON object on each line. */
    JSONL,
    /** A table of Dublin Core. */
    CSV,
    /** Indices of full texts in the Common Index File Format. */
    CIFF;

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the name on the command line. */
    public static Optional<ExportFormat> fromText(String text) {
        for (ExportFormat format : values()) {
            if (format.text().equals(text)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
