package dev.sheaf.transfer.imports;

import java.util.Locale;
import java.util.Optional;

/** Format of the files of an import. */
public enum ImportFormat {
    /** Responses of the protocol: ListRecords and GetRecord. */
    OAI,
    /** XML documents of one or many records. */
    XML,
    /** Text files of rows, with values separated by commas or similar characters. */
    CSV,
    /** Workbooks of spreadsheet programs. */
    XLSX,
    /** Spreadsheets in OpenDocument format. */
    ODS,
    /** MARC 21 in the exchange format ISO 2709. */
    MARC,
    /** BibTeX. */
    BIBTEX,
    /** RIS. */
    RIS,
    /** Format of refer, which EndNote also exports. */
    REFER,
    /** Indices of full texts in the Common Index File Format. */
    CIFF,
    /** JSON Lines, or an array of objects: output of {@code export}, or any objects with a mapping. */
    JSONL;

    /** Returns whether a mapping can be used with this format. */
    public boolean takesMapping() {
        return this != OAI && this != XML && this != MARC && this != CIFF;
    }

    /** Returns true for rows below a header. */
    public boolean isTable() {
        return this == CSV || this == XLSX || this == ODS;
    }

    /** Returns the names on the command line, for messages. */
    public static String words() {
        return String.join(", ", java.util.Arrays.stream(values()).map(ImportFormat::text).toList());
    }

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the format with a name on the command line; {@code json} means {@code jsonl}, whose reader detects lines or an array itself.
     */
    public static Optional<ImportFormat> fromText(String text) {
        for (ImportFormat format : values()) {
            if (format.text().equals(text) || format == JSONL && text.equals("json")) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
