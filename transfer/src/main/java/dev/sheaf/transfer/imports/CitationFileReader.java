package dev.sheaf.transfer.imports;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.citations.Citations;
import dev.sheaf.transfer.imports.mapping.CitationMapping;
import dev.sheaf.transfer.imports.mapping.Mapping;

/** Reader of files of reference managers, with the mapping of the operator or the default mapping of the format. */
final class CitationFileReader implements FileReader {

    private final Citations format;
    private final Naming naming;
    private final @Nullable Mapping mapping;
    private final SeenIdentifiers seen;

    CitationFileReader(Citations format, Naming naming, @Nullable Mapping mapping, SeenIdentifiers seen) {
        this.format = format;
        this.naming = naming;
        this.mapping = mapping;
        this.seen = seen;
    }

    @Override
    public void read(InputFile file, RecordReceiver receiver) throws IOException {
        RowImporter rows = new RowImporter(mapping == null ? CitationMapping.of() : mapping, naming, seen, receiver);
        format.read(file.toString(), file::open, rows);
        if (mapping != null) {
            rows.endOfObjects(file.toString());
        } else {
            rows.end(file.toString());
        }
    }
}
