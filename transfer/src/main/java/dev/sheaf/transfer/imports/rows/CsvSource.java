package dev.sheaf.transfer.imports.rows;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/**
 * Text file of rows: values separated by commas, semicolons, tabs or bars, in quotes if necessary. The first row has the names of the
 * columns. Quoted values may contain line ends.
 */
public final class CsvSource implements RowSource {

    private static final int MAX_ROW = Limit.ROW_BYTES.count();

    private final String name;
    private final TextEncoding encoding;
    private final BoundedReader text;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final Columns columns;

    /**
     * Form of the file, as far as it is stated.
     *
     * @param delimiter separator of values; null to detect it
     * @param charset encoding; null to detect it
     */
    public record Style(@Nullable Character delimiter, @Nullable Charset charset) {

        /** Form that is detected completely from the file. */
        public static final Style SEEN = new Style(null, null);
    }

    /** Row that was read in the search for the header. */
    private record Ahead(CSVRecord record, long line) {}

    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private @Nullable RowsException broken;
    private long headerLine;
    private boolean isBelowTitle;

    private CsvSource(String name, TextEncoding encoding, BoundedReader text, CSVParser parser, ToIntFunction<List<String>> known)
            throws RowsException {
        this.name = name;
        this.encoding = encoding;
        this.text = text;
        this.parser = parser;
        this.records = parser.iterator();
        this.columns = header(known);
    }

    /**
     * Opens a file and reads its header.
     *
     * @param name name of the file, for people
     * @param file opens the file from its beginning; called up to three times
     * @param known counts the known names in a row, by which the header is found
     * @throws RowsException if it has no header
     */
    public static CsvSource open(String name, FileOpener file, Style style, ToIntFunction<List<String>> known)
            throws IOException, RowsException {
        TextEncoding encoding = TextEncoding.of(file, style.charset());
        Character given = style.delimiter();
        char delimiter;
        if (given != null) {
            delimiter = given;
        } else {
            try (Reader sample = encoding.reader(file)) {
                delimiter = Delimiter.of(sample);
            }
        }
        BoundedReader text = new BoundedReader(encoding.reader(file));
        try {
            return new CsvSource(name, encoding, text, CSVParser.parse(text, format(delimiter)), known);
        } catch (IOException | RowsException | RuntimeException failure) {
            text.close();
            throw failure;
        }
    }

    /**
     * Returns the format of the parser. Empty lines are rows, so that lines can be counted. Text after a closing quote is kept and is no
     * error.
     */
    static CSVFormat format(char delimiter) {
        return CSVFormat.RFC4180.builder().setDelimiter(delimiter).setIgnoreEmptyLines(false).setTrailingData(true).get();
    }

    @Override
    public Columns columns() {
        return columns;
    }

    private Columns header(ToIntFunction<List<String>> known) throws RowsException {
        List<Ahead> rows = new ArrayList<>();
        while (rows.size() < HeaderSearch.ROWS) {
            long line = parser.getCurrentLineNumber() + 1;
            CSVRecord record;
            try {
                record = next();
            } catch (RowsException failure) {
                if (rows.isEmpty()) {
                    throw failure;
                }
                // A row that cannot be read is reported when it is next.
                broken = failure;
                break;
            }
            if (record == null) {
                break;
            }
            if (!isBlank(record)) {
                rows.add(new Ahead(record, line));
            }
        }
        if (rows.isEmpty()) {
            throw new RowsException("it is empty: a first row with the names of the columns is expected");
        }
        int header = HeaderSearch.find(rows.stream().map(row -> stripped(row.record())).toList(), known);
        headerLine = rows.get(header).line();
        isBelowTitle = header > 0;
        ahead.addAll(rows.subList(header + 1, rows.size()));
        List<String> names = new ArrayList<>(stripped(rows.get(header).record()));
        while (isBelowTitle && names.getLast().isEmpty()) {
            names.removeLast();
        }
        return new Columns(names);
    }

    private static List<String> stripped(CSVRecord record) {
        return Arrays.stream(record.values()).map(String::strip).toList();
    }

    @Override
    public void read(RowReceiver receiver) throws RowsException {
        encoding.tell(name, receiver);
        if (isBelowTitle) {
            HeaderSearch.tell(name, "line", headerLine, receiver);
        }
        for (Ahead row = ahead.poll(); row != null; row = ahead.poll()) {
            row(row.record(), new Place(name, "line", row.line()), receiver);
        }
        RowsException before = broken;
        if (before != null) {
            throw before;
        }
        while (true) {
            long line = parser.getCurrentLineNumber() + 1;
            CSVRecord record = next();
            if (record == null) {
                return;
            }
            if (!isBlank(record)) {
                row(record, new Place(name, "line", line), receiver);
            }
        }
    }

    private void row(CSVRecord record, Place where, RowReceiver receiver) {
        List<String> cells = new ArrayList<>(Arrays.asList(record.values()));
        int expected = columns.names().size();
        while (cells.size() > expected && cells.getLast().isBlank()) {
            cells.removeLast();
        }
        if (cells.size() != expected) {
            // The row is refused, because its values could belong to other columns.
            receiver.refused(where,
                    "it has " + cells.size() + (cells.size() == 1 ? " value" : " values") + ", but there are " + expected
                            + " columns; perhaps quotes are missing around a value with a delimiter or line end in it",
                    String.join(" | ", cells));
            return;
        }
        receiver.row(new TableRow(columns, cells.stream().map(TableRow::cell).toList(), where));
    }

    /** Returns true for an empty line, or its form in spreadsheet programs. */
    static boolean isBlank(CSVRecord record) {
        for (String value : record) {
            if (!value.isBlank()) {
                return false;
            }
        }
        return true;
    }

    private @Nullable CSVRecord next() throws RowsException {
        long line = parser.getCurrentLineNumber() + 1;
        text.begin(line);
        try {
            return records.hasNext() ? records.next() : null;
        } catch (UncheckedIOException failure) {
            throw broken(line, failure.getCause() == null ? failure : failure.getCause());
        } catch (IllegalStateException failure) {
            throw broken(line, failure);
        }
    }

    private static RowsException broken(long line, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return new RowsException(message.contains("EOF reached before encapsulated token finished")
                ? "a quote that opens in the row at line " + line + " is never closed; the rest cannot be read"
                : "cannot be read from line " + line + " on: " + message, failure);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    /** Reader with a length limit for rows. Otherwise a quote that is never closed would make one row of the rest of a file of any size. */
    private static final class BoundedReader extends Reader {

        private final Reader in;
        private long left = MAX_ROW;
        private long line = 1;

        BoundedReader(Reader in) {
            this.in = in;
        }

        void begin(long at) {
            left = MAX_ROW;
            line = at;
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new IOException("the row at line " + line + " is longer than " + (MAX_ROW >> 20)
                        + " million characters; perhaps a quote is missing");
            }
            int count = in.read(buffer, offset, length);
            left -= Math.max(0, count);
            return count;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
