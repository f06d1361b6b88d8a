package dev.sheaf.transfer.exports;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.commons.csv.CSVFormat;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.transfer.TableCells;

/**
 * Writer of oai_dc as a table (RFC 4180, UTF-8) that import can read. Each element is a column; several values and their languages follow
 * the rules of {@link TableCells}. The table loses the order of different elements and everything else that only XML can express. A cell
 * that a spreadsheet program would run as a formula gets an apostrophe in front, because harvested values are not trustworthy.
 */
public final class CsvOutput implements RecordOutput {

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Writer writer;
    private final boolean marked;
    private boolean begun;

    /** Creates a writer without a byte order mark. The first record triggers the first output. */
    public CsvOutput(OutputStream out) {
        this(out, false);
    }

    /**
     * Creates a writer. The first record triggers the first output.
     *
     * @param marked true for a byte order mark, without which Excel does not read the file as UTF-8
     */
    public CsvOutput(OutputStream out, boolean marked) {
        this.writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        this.marked = marked;
    }

    @Override
    public void write(ExportedRecord exported) throws IOException {
        begin();
        List<String> cells = new ArrayList<>();
        cells.add(exported.source());
        cells.add(exported.record().identifier());
        cells.add(exported.record().header().datestamp().text());
        cells.add(exported.record().deleted() ? TableCells.DELETED : "");
        cells.add(TableCells.join(exported.record().header().sets().stream().map(SetSpec::value).toList()));
        DublinCore values = DublinCore.readAsWritten(exported.record().metadata());
        for (String element : DublinCoreWriter.ELEMENTS) {
            cells.add(TableCells.join(
                    values.values().stream().filter(value -> value.element() != null && value.element().text().equals(element))
                            .map(value -> TableCells.tagged(new TableCells.Value(value.text(), value.language()))).toList()));
        }
        CSVFormat.RFC4180.printRecord(writer, cells.stream().map(TableCells::guard).toArray());
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            writer.write(marked ? BYTE_ORDER_MARK : "");
            List<String> names = new ArrayList<>(TableCells.HEADER);
            DublinCoreWriter.ELEMENTS.forEach(element -> names.add(TableCells.ELEMENT + element));
            CSVFormat.RFC4180.printRecord(writer, names.toArray());
        }
    }

    @Override
    public void end() throws IOException {
        begin();
        writer.flush();
    }
}
