package dev.sheaf.platform.imports;

import java.util.Locale;
import java.util.Optional;

/** What the files of an import hold. */
public enum ImportFormat {
    /** Responses of the protocol: ListRecords and GetRecord. */
    OAI,
    /** XML documents, one record each. */
    XML,
    /** Text files of rows, with commas or the like between values. */
    CSV,
    /** Workbooks of spreadsheet programs. */
    XLSX,
    /** JSON Lines: what {@code export} writes, or any objects with a mapping. */
    JSONL;

    /** As on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the command line's word. */
    public static Optional<ImportFormat> fromText(String text) {
        for (ImportFormat format : values()) {
            if (format.text().equals(text)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
