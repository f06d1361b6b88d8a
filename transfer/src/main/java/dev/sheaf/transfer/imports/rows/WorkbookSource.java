package dev.sheaf.transfer.imports.rows;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.BoundedStream;
import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * Sheet of a workbook (ECMA-376, .xlsx, or OpenDocument, .ods), read as a stream. Its first row that is not empty has the names of the
 * columns. A formula has its last computed value; dates are in ISO 8601.
 *
 * <p>Files are untrusted: the decompressed size of every part is limited, and a DOCTYPE is refused.
 */
public final class WorkbookSource implements RowSource {

    private static final long MAX_PART = Limit.WORKBOOK_PART_BYTES.number();
    /** Largest ratio of compression. Sheets are compressed to a tenth, repetitive ones to a thirtieth; a higher ratio is an attack. */
    private static final long MAX_RATIO = Limit.WORKBOOK_RATIO.number();
    private static final long SMALL_PART = 16 << 20;
    private static final String OPEN_DOCUMENT = "content.xml";
    private static final int BUFFER = 1 << 16;

    private final ZipFile zip;
    private final String name;
    private final InputStream in;
    private final SheetRows sheet;
    private final Columns columns;
    /** Rows that were read in the search for the header. */
    private final Deque<SheetRows.Cells> ahead = new ArrayDeque<>();
    /** Fault that was found in the search for the header. */
    private final @Nullable XMLStreamException faultAhead;
    private final long headerRow;
    private final boolean isBelowTitle;

    private WorkbookSource(ZipFile zip, String name, InputStream in, SheetRows sheet, ToIntFunction<List<String>> known)
            throws RowsException, XMLStreamException {
        this.zip = zip;
        this.name = name;
        this.in = in;
        this.sheet = sheet;
        List<SheetRows.Cells> first = new ArrayList<>();
        XMLStreamException fault = null;
        try {
            for (SheetRows.Cells row = sheet.next(); row != null; row = sheet.next()) {
                if (!row.isBlank()) {
                    first.add(row);
                }
                if (first.size() == HeaderSearch.ROWS) {
                    break;
                }
            }
        } catch (XMLStreamException failure) {
            if (first.isEmpty()) {
                throw failure;
            }
            // The rows before the fault are returned first.
            fault = failure;
        }
        faultAhead = fault;
        if (first.isEmpty()) {
            throw new RowsException("its sheet is empty: a first row with the names of the columns is expected");
        }
        int at = HeaderSearch.find(first.stream().map(SheetRows.Cells::values).toList(), known);
        SheetRows.Cells header = first.get(at);
        headerRow = header.number();
        isBelowTitle = at > 0;
        ahead.addAll(first.subList(at + 1, first.size()));
        List<String> names = new ArrayList<>(header.values());
        while (names.getLast().isBlank()) {
            names.removeLast();
        }
        this.columns = new Columns(names.stream().map(String::strip).toList());
    }

    /**
     * Opens a workbook and reads the header of a sheet.
     *
     * @param sheetName name of the sheet; null for the first
     * @param known counts the known names in a row, by which the header is found
     * @throws RowsException if it is no workbook, or has no such sheet
     */
    public static WorkbookSource open(Path file, @Nullable String sheetName, ToIntFunction<List<String>> known)
            throws IOException, RowsException {
        ZipFile zip;
        try {
            zip = new ZipFile(file.toFile());
        } catch (ZipException failure) {
            throw new RowsException("it is not a workbook, or a damaged one: " + failure.getMessage(), failure);
        }
        InputStream in = null;
        try {
            if (zip.getEntry("xl/workbook.xml") == null && zip.getEntry(OPEN_DOCUMENT) != null) {
                in = open(zip, OPEN_DOCUMENT);
                StringBuilder found = new StringBuilder();
                SheetRows rows = OpenDocumentReader.open(pull(java.util.Objects.requireNonNull(in)), sheetName, found);
                return new WorkbookSource(zip, file + ", sheet '" + found + "'", in, rows, known);
            }
            Workbook workbook = Workbook.read(part -> open(zip, part));
            Workbook.Sheet sheet = workbook.sheet(sheetName);
            in = open(zip, sheet.part());
            if (in == null) {
                throw new RowsException("the sheet '" + sheet.name() + "' is not in it");
            }
            return new WorkbookSource(zip, file + ", sheet '" + sheet.name() + "'", in, new SheetReader(pull(in), workbook),
                    known);
        } catch (XMLStreamException | OaiFormatException failure) {
            close(zip, in);
            throw new RowsException("it is a damaged workbook: " + message(failure), failure);
        } catch (IOException | RowsException | RuntimeException failure) {
            close(zip, in);
            throw failure;
        }
    }

    static XMLStreamReader pull(InputStream in) throws OaiFormatException {
        return BoundedTokens.pull(in);
    }

    private static @Nullable InputStream open(ZipFile zip, String part) throws IOException {
        ZipEntry entry = zip.getEntry(part);
        if (entry == null) {
            return null;
        }
        long limit = Math.min(MAX_PART, Math.max(SMALL_PART, entry.getCompressedSize() * MAX_RATIO));
        return new BufferedInputStream(new BoundedStream(zip.getInputStream(entry), limit,
                "its part " + part + " unpacks to more than a workbook's does"), BUFFER);
    }

    private static void close(ZipFile zip, @Nullable InputStream in) throws IOException {
        if (in != null) {
            in.close();
        }
        zip.close();
    }

    private static String message(Exception failure) {
        return failure instanceof XMLStreamException fault
                ? String.valueOf(XmlInput.malformed(fault).getMessage())
                : String.valueOf(failure.getMessage());
    }

    @Override
    public Columns columns() {
        return columns;
    }

    @Override
    public void read(RowReceiver receiver) throws RowsException {
        if (isBelowTitle) {
            HeaderSearch.tell(name, "row", headerRow, receiver);
        }
        for (SheetRows.Cells row = ahead.poll(); row != null; row = ahead.poll()) {
            row(row, receiver);
        }
        try {
            if (faultAhead != null) {
                throw faultAhead;
            }
            for (SheetRows.Cells row = sheet.next(); row != null; row = sheet.next()) {
                if (!row.isBlank()) {
                    row(row, receiver);
                }
            }
        } catch (XMLStreamException failure) {
            throw new RowsException("it is a damaged workbook: " + message(failure), failure);
        }
    }

    private void row(SheetRows.Cells row, RowReceiver receiver) {
        Place where = new Place(name, "row", row.number());
        List<List<String>> cells = new ArrayList<>(columns.names().size());
        for (int i = 0; i < row.values().size(); i++) {
            List<String> cell = TableRow.cell(row.values().get(i));
            if (i < columns.names().size()) {
                cells.add(cell);
            } else if (!cell.isEmpty()) {
                receiver.refused(where, "it has a value beyond the last column of the header: '" + cell.getFirst() + "'",
                        String.join(" | ", row.values()));
                return;
            }
        }
        row.lost().forEach((column, what) -> {
            if (column < columns.names().size()) {
                receiver.warning(where, what);
            }
        });
        if (row.values().stream().allMatch(String::isBlank)) {
            return;
        }
        // Empty cells at the end of a row are left out.
        while (cells.size() < columns.names().size()) {
            cells.add(List.of());
        }
        receiver.row(new TableRow(columns, cells, where));
    }

    @Override
    public void close() throws IOException {
        close(zip, in);
    }
}
