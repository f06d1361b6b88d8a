package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.citations.Citations;
import dev.sheaf.transfer.imports.mapping.HeaderMapping;
import dev.sheaf.transfer.imports.mapping.Mapping;
import dev.sheaf.transfer.imports.mapping.MappingException;
import dev.sheaf.transfer.imports.mapping.MappingSuggestion;
import dev.sheaf.transfer.imports.rows.Columns;
import dev.sheaf.transfer.imports.rows.CsvSource;
import dev.sheaf.transfer.imports.rows.RowSource;
import dev.sheaf.transfer.imports.rows.RowsException;
import dev.sheaf.transfer.imports.rows.WorkbookSource;

/** Chooser of the reader of each file, before any file is read. For one import; not thread-safe. */
final class FileInputs {

    private final @Nullable ImportFormat given;
    private final @Nullable Mapping mapping;
    private final Naming naming;
    private final @Nullable String recordElement;
    private final SeenIdentifiers seen = new SeenIdentifiers();

    /**
     * Creates the inputs of one import.
     *
     * @param given format of all files; null to detect it for each file
     * @param mapping mapping of rows and objects; null if there is none
     * @param recordElement name of the elements of XML files that are records; null to detect it for each file
     */
    FileInputs(@Nullable ImportFormat given, @Nullable Mapping mapping, Naming naming, @Nullable String recordElement) {
        this.given = given;
        this.mapping = mapping;
        this.naming = naming;
        this.recordElement = recordElement;
    }

    /**
     * Returns the readers of the files. Headers of tables are read now, because a mapping that does not fit them would fail for every row.
     *
     * @throws ImportException if a mapping needs columns that a table does not have
     */
    List<ImportInput> of(List<InputFile> files) throws ImportException {
        List<ImportInput> readings = new ArrayList<>(files.size());
        for (InputFile file : files) {
            readings.add(new ImportInput(file.toString(), content(file)));
        }
        return readings;
    }

    private ImportInput.Content content(InputFile file) throws ImportException {
        try {
            Optional<ImportFormat> format = given != null ? Optional.of(given) : SeenFormat.of(file, mapping != null);
            return format.isPresent() ? content(file, format.get()) : receiver -> unknown(file, receiver);
        } catch (IOException failure) {
            return _ -> {
                throw failure;
            };
        } catch (OaiFormatException failure) {
            return _ -> {
                throw failure;
            };
        }
    }

    private ImportInput.Content content(InputFile file, ImportFormat format) throws ImportException {
        return switch (format) {
            case OAI -> receiver -> new OaiFileReader(naming).read(file, receiver);
            case XML -> receiver -> new XmlFileReader(naming, seen, recordElement).read(file, receiver);
            case JSONL -> receiver -> new JsonLinesReader(naming, mapping, seen).read(file, receiver);
            case MARC -> receiver -> new MarcFileReader(naming, seen).read(file, receiver);
            case CIFF -> receiver -> new CiffFileReader(naming, seen).read(file, receiver);
            case BIBTEX -> citations(file, Citations.BIBTEX);
            case RIS -> citations(file, Citations.RIS);
            case REFER -> citations(file, Citations.REFER);
            case CSV, XLSX, ODS -> table(file, format);
        };
    }

    private ImportInput.Content citations(InputFile file, Citations format) {
        return receiver -> new CitationFileReader(format, naming, mapping, seen).read(file, receiver);
    }

    private ImportInput.Content table(InputFile file, ImportFormat format) throws ImportException {
        try (RowSource table = open(file, format, mapping)) {
            TableMapping fitting = TableMapping.of(mapping, table.columns(), file.toString());
            return receiver -> {
                try (RowSource rows = open(file, format, fitting.mapping())) {
                    fitting.notes().forEach(receiver::note);
                    RowImporter importer = new RowImporter(fitting.mapping(), naming, seen, receiver);
                    rows.read(importer);
                    importer.end(file.toString());
                }
            };
        } catch (MappingException failure) {
            throw new ImportException(String.valueOf(failure.getMessage()), failure);
        } catch (IOException failure) {
            return _ -> {
                throw failure;
            };
        } catch (RowsException failure) {
            return _ -> {
                throw failure;
            };
        }
    }

    private static RowSource open(InputFile file, ImportFormat format, @Nullable Mapping mapping)
            throws IOException, RowsException {
        Mapping.Layout layout = mapping == null ? Mapping.Layout.SEEN : mapping.layout();
        if (format != ImportFormat.CSV) {
            return WorkbookSource.open(file.path(), layout.sheet(), known(mapping));
        }
        return CsvSource.open(file.toString(), file::open, layout.style(), known(mapping));
    }

    /** Returns the test that recognises a header: by the columns in a mapping, or else by known words. */
    private static ToIntFunction<List<String>> known(@Nullable Mapping mapping) {
        if (mapping == null || mapping.columnNames().isEmpty()) {
            return HeaderMapping::known;
        }
        return row -> {
            Columns columns = new Columns(row);
            return (int) mapping.columnNames().stream().filter(name -> !columns.find(name).isEmpty()).count();
        };
    }

    /**
     * Suggests a mapping for a table or for JSON.
     *
     * @throws ImportException if the file holds neither, or cannot be read
     */
    static String suggestion(InputFile file, @Nullable ImportFormat given) throws ImportException {
        try {
            ImportFormat format = given != null ? given : SeenFormat.of(file, true).orElse(ImportFormat.CSV);
            if (format == ImportFormat.JSONL) {
                return JsonSuggestion.of(file);
            }
            if (!format.isTable()) {
                throw new ImportException("--suggest-mapping is for tables and JSON; " + file + " holds " + format.text()
                        + (format.takesMapping()
                                ? ", and import has a mapping for its fields. A --mapping is needed only to change that."
                                : ". Its records are imported unchanged, without a mapping; --dry-run shows them."));
            }
            try (RowSource rows = open(file, format, null)) {
                MappingSuggestion suggestion = new MappingSuggestion(rows.columns(), file.toString());
                rows.read(suggestion);
                return suggestion.text();
            }
        } catch (IOException | RowsException | OaiFormatException failure) {
            throw new ImportException("cannot read " + file + ": " + failure.getMessage(), failure);
        }
    }

    private static void unknown(InputFile file, RecordReceiver receiver) throws IOException, OaiFormatException {
        if (!file.chosen()) {
            receiver.passedOver(file.toString(),
                    "not in a format that import reads: neither XML, JSON objects, a table, MARC nor references");
            return;
        }
        throw new OaiFormatException(Files.size(file.path()) == 0
                ? "it is empty"
                : "it is neither XML, JSON objects, MARC nor references, nor has it the name of a table (.csv, .tsv, .xlsx, .ods); set its format with --format",
                -1);
    }
}
