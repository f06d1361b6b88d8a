package dev.sheaf.harvester.discovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Reader of a list in plain text: one address per line, or a table. Empty lines and lines that begin with {@code #} are ignored. The first
 * line of a table may name its columns; otherwise the address is the first cell that begins like one.
 */
final class TextAddressList {

    /** Largest number of characters of a line; the rest of a longer line is skipped. */
    private static final int LONGEST_LINE = 1 << 16;
    private static final Set<String> ADDRESS_COLUMNS = Set.of("baseurl", "url", "oaiurl", "oaibaseurl", "oaipmhurl", "endpoint",
            "oaiendpoint", "address", "oaipmh", "uri");
    private static final Set<String> NAME_COLUMNS = Set.of("name", "title", "repository", "repositoryname");

    private final AddressReceiver receiver;
    private char separator;
    private int addressColumn = -1;
    private int nameColumn = -1;
    private boolean begun;

    TextAddressList(AddressReceiver receiver) {
        this.receiver = receiver;
    }

    void read(InputStream bytes) throws IOException {
        // Malformed bytes become characters that no address contains: such a line is reported, and the others are read.
        BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
        long number = 1;
        for (String line = line(lines); line != null; line = line(lines)) {
            String text = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
            if (text.length() > LONGEST_LINE) {
                receiver.invalid(number, "'" + AddressList.shown(text) + "' is too long for a line of a list");
            } else if (!text.isBlank() && !text.startsWith("#")) {
                row(text, number);
            }
            number++;
        }
    }

    /** Returns a line without its end; null at the end of the list. BufferedReader's own method has no limit. */
    private static @Nullable String line(BufferedReader reader) throws IOException {
        int c = reader.read();
        if (c < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (c >= 0 && c != '\n') {
            if (line.length() <= LONGEST_LINE) {
                line.append((char) c);
            }
            c = reader.read();
        }
        return line.toString();
    }

    private void row(String line, long number) {
        if (!begun) {
            begun = true;
            if (isHeading(line)) {
                return;
            }
        }
        if (addressColumn >= 0) {
            List<String> cells = separator == 0 ? List.of(line) : cells(line, separator);
            AddressList.give(cell(cells, addressColumn, line), cell(cells, nameColumn, ""), number, receiver);
        } else {
            AddressList.give(address(line), "", number, receiver);
        }
    }

    private static String cell(List<String> cells, int column, String otherwise) {
        return column >= 0 && column < cells.size() ? cells.get(column) : otherwise;
    }

    /** Reads the names of columns, if the line contains such names. */
    private boolean isHeading(String line) {
        if (line.contains("://")) {
            return false;
        }
        for (char possible : new char[]{'\t', ',', ';'}) {
            if (line.indexOf(possible) >= 0) {
                separator = possible;
                break;
            }
        }
        List<String> names = separator == 0 ? List.of(line) : cells(line, separator);
        for (int column = 0; column < names.size(); column++) {
            String name = names.get(column).toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
            if (addressColumn < 0 && ADDRESS_COLUMNS.contains(name)) {
                addressColumn = column;
            } else if (nameColumn < 0 && NAME_COLUMNS.contains(name)) {
                nameColumn = column;
            }
        }
        return addressColumn >= 0;
    }

    /** Returns the address in a line of which no heading tells anything. */
    private static String address(String line) {
        for (char possible : new char[]{'\t', ';', ','}) {
            // An address may contain a comma or semicolon; the line is a table only if a cell begins like an address.
            if (line.indexOf(possible) >= 0 && (possible == '\t' || line.indexOf(possible) < line.indexOf("://")
                    || line.startsWith("\""))) {
                for (String cell : cells(line, possible)) {
                    if (cell.contains("://")) {
                        return cell;
                    }
                }
            }
        }
        return line;
    }

    /** Returns the cells of a line. Within quotation marks separators are text, and two quotation marks stand for one. */
    private static List<String> cells(String line, char separator) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        boolean blank = true;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(c);
                blank = false;
                i++;
            } else if (c == '"' && (quoted || blank)) {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
                blank = true;
            } else {
                cell.append(c);
                blank &= Character.isWhitespace(c);
            }
        }
        cells.add(cell.toString().strip());
        return cells;
    }
}
