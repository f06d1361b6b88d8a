package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.citations.Citations;
import dev.sheaf.transfer.imports.xml.Utf8Document;

/** Detection of a file's format by its beginning, or else by its name. */
final class SeenFormat {

    private static final List<String> TABLES = List.of(".csv", ".tsv", ".tab");
    private static final String OPEN_DOCUMENT = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
    private static final Pattern ARRAY = Pattern.compile("\\[\\s*(?:[\\[{\\]\"0-9-]|true|false|null)");
    private static final int START = 8 << 10;

    /** Web pages, which a server may have sent instead of a file. Their root is no record. */
    private static final Pattern HTML = Pattern.compile("(?is)(?:<\\?[^>]*>|<!--.*?-->|\\s)*+<(?:!doctype\\s+html|html)\\b");

    private SeenFormat() {}

    /**
     * Returns the format of a file; empty if it cannot be recognised.
     *
     * @param mapped true if there is a mapping, so that any text file given by name may be a table
     * @throws OaiFormatException if the format is not read but can be converted
     */
    static Optional<ImportFormat> of(InputFile file, boolean mapped) throws IOException, OaiFormatException {
        if (Files.size(file.path()) == 0) {
            return Optional.empty();
        }
        byte[] raw;
        try (InputStream in = file.open()) {
            raw = in.readNBytes(START);
        }
        if (plainName(file).endsWith(CiffFileReader.ENDING)) {
            return Optional.of(ImportFormat.CIFF);
        }
        if (MarcFileReader.begins(raw)) {
            return Optional.of(ImportFormat.MARC);
        }
        ImportFormat workbook = workbook(raw, file);
        if (workbook != null) {
            return Optional.of(workbook);
        }
        if (TABLES.stream().anyMatch(ending -> plainName(file).endsWith(ending))) {
            return Optional.of(ImportFormat.CSV);
        }
        for (Citations citations : Citations.values()) {
            if (citations.isLike(plainName(file),
                    new String(raw, StandardCharsets.ISO_8859_1).replace("\u00ef\u00bb\u00bf", ""))) {
                return ImportFormat.fromText(citations.text());
            }
        }
        String start;
        try (InputStream in = Utf8Document.of(file.open())) {
            start = new String(in.readNBytes(START), StandardCharsets.UTF_8).strip();
        }
        if (start.startsWith("{") || ARRAY.matcher(start).lookingAt()) {
            return Optional.of(ImportFormat.JSONL);
        }
        if (HTML.matcher(start).lookingAt()) {
            if (!file.chosen()) {
                return Optional.empty();
            }
            throw new OaiFormatException(
                    "it is a web page (HTML), such as a login page, and not a file of records: download the records themselves,"
                            + " or use --format xml to import web pages",
                    -1);
        }
        if (start.startsWith("<")) {
            return Optional.of(rootIsOai(start) ? ImportFormat.OAI : ImportFormat.XML);
        }
        return mapped && file.chosen() && !start.isEmpty() ? Optional.of(ImportFormat.CSV) : Optional.empty();
    }

    private static String plainName(InputFile file) {
        String name = file.name().toLowerCase(Locale.ROOT);
        return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    }

    private static @Nullable ImportFormat workbook(byte[] start, InputFile file) throws OaiFormatException {
        String name = plainName(file);
        if (begins(start, 'P', 'K', 3, 4)) {
            if (name.endsWith(".ods") || new String(start, StandardCharsets.ISO_8859_1).startsWith(OPEN_DOCUMENT, 30)) {
                return ImportFormat.ODS;
            }
            return name.endsWith(".xlsx") || name.endsWith(".xlsm") || file.chosen() ? ImportFormat.XLSX : null;
        }
        if (begins(start, 0xd0, 0xcf, 0x11, 0xe0) && (name.endsWith(".xls") || file.chosen())) {
            throw new OaiFormatException("it is a workbook of the old kind, or one with a password: save it as .xlsx or as CSV",
                    -1);
        }
        return null;
    }

    private static boolean begins(byte[] start, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (i >= start.length || (start[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean rootIsOai(String text) {
        int at = 0;
        while (at >= 0 && at < text.length()) {
            if (text.startsWith("<!--", at)) {
                int end = text.indexOf("-->", at + 4);
                at = end < 0 ? -1 : text.indexOf('<', end);
            } else if (text.startsWith("<?", at)) {
                int end = text.indexOf("?>", at + 2);
                at = end < 0 ? -1 : text.indexOf('<', end);
            } else {
                int end = at + 1;
                while (end < text.length() && text.charAt(end) > ' ' && text.charAt(end) != '>' && text.charAt(end) != '/') {
                    end++;
                }
                String name = text.substring(at + 1, end);
                return name.equals("OAI-PMH") || name.endsWith(":OAI-PMH");
            }
        }
        return false;
    }
}
