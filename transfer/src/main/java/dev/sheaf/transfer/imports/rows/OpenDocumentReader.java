package dev.sheaf.transfer.imports.rows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/**
 * Reader of the rows of a sheet of an OpenDocument spreadsheet (ISO/IEC 26300, .ods). Formulas have their last result; dates are in ISO
 * 8601. Repeated cells and rows are stored once with a number, so their total is limited. Not thread-safe.
 */
final class OpenDocumentReader implements SheetRows {

    private static final String TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
    private static final String OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
    private static final String TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
    private static final int MAX_COLUMNS = 16_384;
    private static final long MAX_ROWS = 1 << 20;
    private static final int MAX_CELL = Limit.CELL.count();

    private final XMLStreamReader reader;
    private long number;
    private @Nullable Cells repeated;
    private long repeats;
    /** True if the last cell has a text as its value. */
    private boolean emptyResult;

    /**
     * Reads a sheet.
     *
     * @param reader parser at a place before the sheet, or within it
     */
    private OpenDocumentReader(XMLStreamReader reader) {
        this.reader = reader;
    }

    /**
     * Moves to a sheet.
     *
     * @param wanted name of the sheet; null for the first
     * @param name receives the name of the sheet
     * @throws RowsException if there is none
     */
    static OpenDocumentReader open(XMLStreamReader reader, @Nullable String wanted, StringBuilder name)
            throws XMLStreamException, RowsException {
        List<String> sheets = new ArrayList<>();
        while (reader.hasNext()) {
            int event = reader.next();
            Workbook.refuseDoctype(event);
            if (event == XMLStreamConstants.START_ELEMENT && is(reader, TABLE, "table")) {
                String sheet = String.valueOf(reader.getAttributeValue(TABLE, "name"));
                if (wanted == null || sheet.strip().equalsIgnoreCase(wanted)) {
                    name.append(sheet);
                    return new OpenDocumentReader(reader);
                }
                sheets.add(sheet);
            }
        }
        throw new RowsException(sheets.isEmpty()
                ? "it is not a spreadsheet: it has no sheet"
                : "it has no sheet '" + wanted + "'. Its sheets: " + String.join(", ", sheets));
    }

    private static boolean is(XMLStreamReader reader, String namespace, String local) {
        return reader.getLocalName().equals(local) && namespace.equals(reader.getNamespaceURI());
    }

    @Override
    public @Nullable Cells next() throws XMLStreamException {
        Cells again = repeated;
        if (again != null && repeats > 0) {
            repeats--;
            number++;
            return new Cells(number, again.values(), Map.of());
        }
        while (reader.hasNext()) {
            int event = reader.next();
            Workbook.refuseDoctype(event);
            if (event == XMLStreamConstants.END_ELEMENT && is(reader, TABLE, "table")) {
                return null;
            }
            if (event == XMLStreamConstants.START_ELEMENT && is(reader, TABLE, "table-row")) {
                return row();
            }
        }
        return null;
    }

    private Cells row() throws XMLStreamException {
        long times = repeat("number-rows-repeated", MAX_ROWS);
        List<String> values = new ArrayList<>();
        // Blank cells at the end of a row repeat up to the last possible column, so they only count if another cell follows.
        long blanks = 0;
        Map<Integer, String> lost = new TreeMap<>();
        while (true) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT
                    && (is(reader, TABLE, "table-cell") || is(reader, TABLE, "covered-table-cell"))) {
                long columns = repeat("number-columns-repeated", MAX_COLUMNS);
                String formula = reader.getAttributeValue(TABLE, "formula");
                boolean isError = isError();
                boolean counts = formula != null && lost.size() < MAX_COLUMNS;
                String value = cell(reader.getLocalName());
                if (value.isBlank() && (isError || counts && !emptyResult)) {
                    int column = (int) (values.size() + blanks);
                    lost.put(column, "cell " + Cells.name(column, number + 1) + (isError
                            ? " has an error instead of a value"
                            : " has a formula without a stored result, so it is empty: open the file in a spreadsheet program and save it"));
                }
                if (value.isBlank()) {
                    blanks += columns;
                    continue;
                }
                if (values.size() + blanks + columns > MAX_COLUMNS) {
                    throw new XMLStreamException("row " + (number + 1) + " has a cell beyond the last possible column");
                }
                for (; blanks > 0; blanks--) {
                    values.add("");
                }
                for (long i = 0; i < columns; i++) {
                    values.add(value);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT && is(reader, TABLE, "table-row")
                    || event == XMLStreamConstants.END_DOCUMENT) {
                number++;
                Cells cells = new Cells(number, values, Map.copyOf(lost));
                if (cells.isBlank()) {
                    number += times - 1;
                } else if (number + times > MAX_ROWS + 1) {
                    throw new XMLStreamException("a row repeats beyond the last possible row");
                } else {
                    repeated = cells;
                    repeats = times - 1;
                }
                return cells;
            }
        }
    }

    private long repeat(String attribute, long most) throws XMLStreamException {
        String text = reader.getAttributeValue(TABLE, attribute);
        if (text == null) {
            return 1;
        }
        try {
            long times = Long.parseLong(text.strip());
            if (times > 0) {
                return Math.min(times, most);
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw new XMLStreamException("'" + text + "' is not a number of repetitions");
    }

    private String cell(String element) throws XMLStreamException {
        String type = String.valueOf(reader.getAttributeValue(OFFICE, "value-type"));
        // A formula that was computed has the type of its result, also when that is an empty text.
        emptyResult = type.equals("string");
        String value = switch (type) {
            case "float", "currency", "percentage" -> number(reader.getAttributeValue(OFFICE, "value"));
            case "date" -> date(reader.getAttributeValue(OFFICE, "date-value"));
            case "boolean" -> reader.getAttributeValue(OFFICE, "boolean-value");
            default -> null;
        };
        boolean isError = isError();
        String text = content(element);
        if (isError) {
            return "";
        }
        return value == null ? text : value;
    }

    /** Returns whether a formula has no value. LibreOffice marks that in its own namespace; the text would be {@code #DIV/0!}. */
    private boolean isError() {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals("value-type") && reader.getAttributeValue(i).equals("error")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the paragraphs of a cell without its comments. */
    private String content(String element) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int notes = 0;
        boolean inParagraph = false;
        while (true) {
            int event = reader.next();
            Workbook.refuseDoctype(event);
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (is(reader, OFFICE, "annotation")) {
                    notes++;
                } else if (notes == 0 && is(reader, TEXT, "p")) {
                    text.append(text.isEmpty() ? "" : "\n");
                    inParagraph = true;
                } else if (notes == 0 && is(reader, TEXT, "line-break")) {
                    text.append('\n');
                } else if (notes == 0 && is(reader, TEXT, "tab")) {
                    text.append('\t');
                } else if (notes == 0 && is(reader, TEXT, "s")) {
                    String count = reader.getAttributeValue(TEXT, "c");
                    text.repeat(' ', count == null || !count.matches("\\d{1,4}") ? 1 : Integer.parseInt(count));
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                if (is(reader, OFFICE, "annotation")) {
                    notes--;
                } else if (notes == 0 && is(reader, TEXT, "p")) {
                    inParagraph = false;
                } else if (is(reader, TABLE, element)) {
                    return text.toString();
                }
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                return text.toString();
            } else if (inParagraph && notes == 0 && reader.isCharacters()) {
                text.append(reader.getText());
                if (text.length() > MAX_CELL) {
                    throw new XMLStreamException("a cell holds more than " + MAX_CELL + " characters");
                }
            }
        }
    }

    private static @Nullable String number(@Nullable String value) {
        try {
            return value == null || value.length() > 40 ? value : plain(new BigDecimal(value.strip()));
        } catch (NumberFormatException _) {
            return value;
        }
    }

    private static String plain(BigDecimal number) {
        return Math.abs(number.scale()) > 40
                ? number.toString()
                : number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static @Nullable String date(@Nullable String value) {
        return value == null
                ? null
                : value.endsWith("T00:00:00") ? value.substring(0, 10) : IsoTime.read(value).map(IsoTime::toString).orElse(value);
    }
}
