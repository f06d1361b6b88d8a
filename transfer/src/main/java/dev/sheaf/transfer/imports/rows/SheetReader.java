package dev.sheaf.transfer.imports.rows;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/** Reader of the rows of a sheet, one after the other. Not thread-safe. */
final class SheetReader implements SheetRows {

    /** Largest number of columns; the last one is XFD. */
    private static final int MAX_COLUMNS = 16_384;
    private static final int SECONDS_OF_DAY = 86_400;

    private final XMLStreamReader reader;
    private final Workbook workbook;
    private final Map<Integer, String> lost = new TreeMap<>();
    private long number;

    SheetReader(XMLStreamReader reader, Workbook workbook) {
        this.reader = reader;
        this.workbook = workbook;
    }

    @Override
    public @Nullable Cells next() throws XMLStreamException {
        while (reader.hasNext()) {
            int event = reader.next();
            Workbook.refuseDoctype(event);
            if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("row")) {
                return row();
            }
        }
        return null;
    }

    private Cells row() throws XMLStreamException {
        number = number(Workbook.attribute(reader, "r"), number + 1);
        List<String> values = new ArrayList<>();
        lost.clear();
        while (true) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("c")) {
                int column = column(Workbook.attribute(reader, "r"), values.size());
                while (values.size() < column) {
                    values.add("");
                }
                String value = cell(column);
                if (column < values.size()) {
                    values.set(column, value);
                } else {
                    values.add(value);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT && reader.getLocalName().equals("row")
                    || event == XMLStreamConstants.END_DOCUMENT) {
                return new Cells(number, values, Map.copyOf(lost));
            }
        }
    }

    private static long number(String text, long otherwise) {
        try {
            return text.isEmpty() ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    /** Returns the column, from 0, of a reference such as BC23; {@code otherwise} if the reference is missing. */
    private static int column(String reference, int otherwise) throws XMLStreamException {
        int column = 0;
        int at = 0;
        while (at < reference.length() && reference.charAt(at) >= 'A' && reference.charAt(at) <= 'Z' && column <= MAX_COLUMNS) {
            column = column * 26 + reference.charAt(at) - 'A' + 1;
            at++;
        }
        if (column > MAX_COLUMNS || otherwise >= MAX_COLUMNS) {
            throw new XMLStreamException("a cell is at " + reference + ", beyond the last possible column");
        }
        return column == 0 ? otherwise : column - 1;
    }

    private String cell(int column) throws XMLStreamException {
        String type = Workbook.attribute(reader, "t");
        String style = Workbook.attribute(reader, "s");
        String value = "";
        boolean formula = false;
        while (true) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("f")) {
                formula = true;
            } else if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("v")) {
                value = Workbook.text(reader);
            } else if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("is")) {
                value = Workbook.richText(reader, "is");
            } else if (event == XMLStreamConstants.END_ELEMENT && reader.getLocalName().equals("c")
                    || event == XMLStreamConstants.END_DOCUMENT) {
                if (type.equals("e")) {
                    lost.put(column, "cell " + Cells.name(column, number) + " has an error instead of a value: " + value);
                } else if (formula && value.isEmpty() && !type.equals("str")) {
                    lost.put(column, "cell " + Cells.name(column, number)
                            + " has a formula without a stored result, so it is empty: open the file in a spreadsheet program and save it");
                }
                return text(type, style, value);
            }
        }
    }

    private String text(String type, String style, String value) throws XMLStreamException {
        return switch (type) {
            case "s" -> unescape(shared(value));
            case "str", "inlineStr" -> unescape(value);
            case "b" -> value.equals("1") ? "true" : "false";
            // Errors such as #REF! mean that there is no value.
            case "e" -> "";
            case "d" -> value.endsWith("T00:00:00")
                    ? value.substring(0, value.length() - "T00:00:00".length())
                    : IsoTime.read(value).map(IsoTime::toString).orElse(value);
            default -> value.isEmpty() ? "" : numeric(value, style);
        };
    }

    private String shared(String value) throws XMLStreamException {
        try {
            return workbook.texts().get(Integer.parseInt(value.strip()));
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw new XMLStreamException("a cell in row " + number + " refers to text '" + value + "', which does not exist");
        }
    }

    private String numeric(String value, String style) {
        try {
            BigDecimal exact = new BigDecimal(value.strip());
            long styleNumber = number(style, 0);
            CellFormat format = styleNumber >= 0 && styleNumber < workbook.formats().size()
                    ? workbook.formats().get((int) styleNumber)
                    : CellFormat.GENERAL;
            if (format.isDate() && exact.signum() >= 0 && exact.doubleValue() < 2_958_466) {
                return date(exact.doubleValue(), format);
            }
            // Programs write 12345000 as 1.2345E7 and 978 as 9.7800000000000003E2.
            double number = exact.doubleValue();
            return isWhole(number) ? format.whole((long) number) : plain(number);
        } catch (NumberFormatException _) {
            return value;
        }
    }

    private static boolean isWhole(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15;
    }

    /**
     * Returns a number in plain notation: {@code 1871}, {@code 0.25}.
     *
     * @throws NumberFormatException if the text is no number, or infinite
     */
    static String plain(double number) {
        return isWhole(number) ? Long.toString((long) number) : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /**
     * Returns the date with a number: days since the end of 1899, or since the beginning of 1904. Before March 1900 the number is one day
     * larger, because programs treat 1900 as a leap year.
     */
    private String date(double serial, CellFormat format) {
        long days = (long) Math.floor(serial);
        long seconds = Math.round((serial - days) * SECONDS_OF_DAY);
        if (days == 0 && !workbook.since1904()) {
            return LocalTime.MIN.plusSeconds(seconds).toString();
        }
        LocalDate first = workbook.since1904() ? LocalDate.of(1904, 1, 1) : LocalDate.of(1899, 12, days < 60 ? 31 : 30);
        LocalDateTime at = first.plusDays(days).atStartOfDay().plusSeconds(seconds);
        return seconds == 0 ? format.date(at.toLocalDate()) : new IsoTime(at, null).toString();
    }

    /**
     * Replaces the form _x0000_ of characters that XML cannot contain. A tab or line end becomes one again; other characters stay visible.
     */
    private static String unescape(String text) {
        if (!text.contains("_x00")) {
            return text;
        }
        return text.replace("_x000D_", "").replace("_x000A_", "\n").replace("_x0009_", "\t").replace("_x005F_", "_");
    }
}
