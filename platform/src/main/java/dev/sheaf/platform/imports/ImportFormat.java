package dev.sheaf.platform.imports;

import java.util.Locale;
import java.util.Optional;

/** Format of the files of an import. */
public enum ImportFormat {
    /** Responses of the protocol: ListRecords and GetRecord. */
    OAI,
    /** XML documents of one record or many. */
    XML,
    /** Text files of rows, with commas or the like between values. */
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
    /** refer, and what EndNote exports in its form. */
    REFER,
    /** Indices of full texts in the Common Index File Format. */
    CIFF,
    /** JSON Lines, or an array of objects: what {@code export} writes, or any objects with a mapping. */
    JSONL;

    /** Returns whether a mapping may say what is what. */
    public boolean takesMapping() {
        return this != OAI && this != XML && this != MARC && this != CIFF;
    }

    /** True for rows below a header. */
    public boolean isTable() {
        return this == CSV || this == XLSX || this == ODS;
    }

    /** The words of the command line, for people. */
    public static String words() {
        return String.join(", ", java.util.Arrays.stream(values()).map(ImportFormat::text).toList());
    }

    /** Returns the name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the command line's word; {@code json} means {@code jsonl}, whose reader sees whether it has lines or an array before it. */
    public static Optional<ImportFormat> fromText(String text) {
        for (ImportFormat format : values()) {
            if (format.text().equals(text) || format == JSONL && text.equals("json")) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
