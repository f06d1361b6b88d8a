package dev.sheaf.transfer.imports;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.SchemaLocation;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.transfer.imports.mapping.MappedRow;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.mapping.UnmappableRowException;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.Row;
import dev.sheaf.transfer.imports.rows.RowReceiver;

/** Converter of rows into records. Not thread-safe. */
final class RowImporter implements RowReceiver {

    private final Mapping mapping;
    private final Naming naming;
    private final SeenIdentifiers seen;
    private final RecordReceiver receiver;
    private final MetadataFormat format;
    /** Columns without a value in all rows so far. */
    private final Set<String> neverThere;
    private final KeptAsIs kept;
    private boolean any;

    RowImporter(Mapping mapping, Naming naming, SeenIdentifiers seen, RecordReceiver receiver) {
        this.mapping = mapping;
        this.naming = naming;
        this.seen = seen;
        this.receiver = receiver;
        this.format = naming.given() == null
                ? MetadataFormat.OAI_DC
                : new MetadataFormat(naming.given(), MetadataFormat.OAI_DC.schema(), MetadataFormat.OAI_DC.namespace());
        this.neverThere = new LinkedHashSet<>(mapping.columnNames());
        this.kept = new KeptAsIs(mapping);
    }

    @Override
    public void row(Row row) {
        any = true;
        if (!neverThere.isEmpty()) {
            neverThere.removeIf(column -> !row.values(column).isEmpty());
        }
        MappedRow mapped;
        try {
            mapped = mapping.record(row, naming::localIdentifier);
        } catch (UnmappableRowException failure) {
            refused(null, row.where(), String.valueOf(failure.getMessage()), row.content());
            return;
        }
        String identifier = mapped.record().identifier();
        Place first = seen.put(identifier, row.where());
        if (first != null) {
            refused(identifier, row.where(),
                    "it has the same identifier as " + first + ", which is kept: " + identifier, row.content());
            return;
        }
        kept.see(row);
        if (mapping.hasElements() && mapping.values("title", row).isEmpty() && !kept.lacksTitles()) {
            receiver.warning(row.where().toString(), "the record has no title");
        }
        mapped.warnings().forEach(warning -> receiver.warning(row.where().toString(), warning));
        mapped.sets().forEach(receiver::set);
        XmlFragment metadata = mapped.record().metadata();
        if (mapping.makesDublinCore() || metadata == null) {
            receiver.record(format, mapped.record(), row.where().toString());
            return;
        }
        SchemaCheck.faults(metadata).forEach(
                fault -> receiver.warning(row.where().toString(),
                        "the record that the mapping makes of it is not valid: " + fault));
        MetadataFormat made = format(metadata);
        receiver.record(made, new OaiRecord(mapped.record().header(), SchemaLocation.declared(metadata, made)),
                row.where().toString());
    }

    private MetadataFormat format(XmlFragment metadata) {
        String prefix = mapping.prefix();
        return prefix == null || naming.given() != null
                ? naming.format(metadata, null)
                : naming.formats().of(new MetadataPrefix(prefix), XmlFragments.rootNamespace(metadata));
    }

    @Override
    public void refused(Place where, String reason, String raw) {
        refused(null, where, reason, raw);
    }

    private void refused(@Nullable String identifier, Place where, String reason, String raw) {
        receiver.refused(identifier, where.toString(), reason, raw.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void warning(Place where, String what) {
        receiver.warning(where.toString(), what);
    }

    @Override
    public void note(String message) {
        receiver.note(message);
    }

    /** Ends the reading of a file, and reports what was kept as it is in its rows. */
    void end(String where) {
        kept.notes(where).forEach(receiver::note);
    }

    /**
     * Ends the reading. A path without a value in any object is probably mistyped. Columns of tables are checked before and may be empty.
     *
     * @param where name of the input, for people
     */
    void endOfObjects(String where) {
        end(where);
        if (any && !neverThere.isEmpty()) {
            receiver.note(
                    "no object in " + where + " has a value at these paths of the mapping: " + String.join(", ", neverThere));
        }
    }
}
