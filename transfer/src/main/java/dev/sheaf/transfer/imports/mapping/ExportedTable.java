package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.transfer.TableCells;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Reader of the rows of a table that {@code export} wrote. The column {@code source} is ignored, because all records go to the source of
 * the import.
 */
final class ExportedTable {

    private ExportedTable() {}

    /**
     * Returns the record of a row.
     *
     * @throws UnmappableRowException if it has no identifier
     */
    static MappedRow record(Row row) throws UnmappableRowException {
        List<String> warnings = new ArrayList<>();
        String identifier = cell(row, "identifier");
        if (identifier.isEmpty()) {
            throw new UnmappableRowException("it has no identifier");
        }
        boolean deleted = cell(row, "status").equals(TableCells.DELETED);
        String stated = cell(row, "datestamp");
        Datestamp datestamp = stated.isEmpty() ? Datestamp.received("") : Dates.datestamp(stated, false, warnings);
        List<SetSpec> sets = TableCells.split(cell(row, "sets")).stream().map(SetSpec::new).toList();
        Header header = new Header(identifier, datestamp, sets, deleted);
        if (deleted) {
            return new MappedRow(new OaiRecord(header, null), List.of(), warnings);
        }
        DublinCoreWriter writer = new DublinCoreWriter();
        for (String element : DublinCoreWriter.ELEMENTS) {
            for (String text : TableCells.split(cell(row, TableCells.ELEMENT + element))) {
                TableCells.Value value = TableCells.untagged(text);
                XmlText.warning(element, value.text()).ifPresent(warnings::add);
                writer.add(element, value.text(), value.language());
            }
        }
        return new MappedRow(new OaiRecord(header, writer.end()), List.of(), warnings);
    }

    private static String cell(Row row, String column) {
        List<String> values = row.values(column);
        return values.isEmpty() ? "" : TableCells.unguarded(values.getFirst());
    }
}
