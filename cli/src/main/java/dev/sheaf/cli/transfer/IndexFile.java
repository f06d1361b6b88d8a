package dev.sheaf.cli.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;
import dev.sheaf.transfer.exports.CiffExport;
import dev.sheaf.transfer.exports.OutputFile;
import dev.sheaf.transfer.exports.RecordExport;

/** Part of {@code export} that writes the full-text indices of a source or aggregate in the Common Index File Format. */
final class IndexFile {

    /** Share of the heap for postings. Further postings are sorted in temporary files. */
    private static final int PART_OF_HEAP = 8;
    private static final String GZIP = ".gz";
    // The repositories are only read; no client follows this address.
    private static final String NOWHERE = "http://localhost" + Routes.OAI;

    private IndexFile() {}

    /**
     * Writes the file, and reports the number of documents.
     *
     * @param place file to write, compressed with gzip when its name ends in {@code .gz}; null for standard output
     */
    static void write(Program program, RecordExport.Choice choice, @Nullable Path place) throws IOException {
        Path temporary = Files.createTempDirectory("sheaf-ciff");
        try (HubStore store = DataDirectory.open(program)) {
            CiffExport export = new CiffExport(repository(store, choice.source()), temporary,
                    Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
            ExportCommand.checkSet(store, choice);
            check(export.formats(), choice);
            long written;
            if (place == null) {
                written = run(program, export, choice, program.console().results());
            } else {
                try (OutputFile output = OutputFile.begin(Words.output(program.surroundings().folder(), place))) {
                    if (place.toString().endsWith(GZIP)) {
                        GZIPOutputStream packed = new GZIPOutputStream(output.out(), 1 << 16);
                        written = run(program, export, choice, packed);
                        packed.finish();
                    } else {
                        written = run(program, export, choice, output.out());
                    }
                    output.complete();
                }
            }
            report(program, export, written);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Repository repository(HubStore store, @Nullable String id) {
        return id == null
                ? store.aggregate(NOWHERE)
                : store.repository(id, NOWHERE)
                        .orElseThrow(() -> new CommandFailedException("there is no source or aggregate '" + id
                                + "'. Known ones: sheaf source list, sheaf aggregate list"));
    }

    private static void check(List<MetadataPrefix> formats, RecordExport.Choice choice) {
        String where = choice.source() == null ? "" : " in '" + choice.source() + "'";
        MetadataPrefix asked = choice.prefix();
        if (formats.isEmpty()) {
            throw new CommandFailedException("there is no index of full texts" + where
                    + ". Indices come with sheaf publish, with import --format ciff, or by harvesting a repository that has one");
        }
        if (asked != null && !formats.contains(asked)) {
            throw new CommandFailedException("there is no index in the format '" + asked.value() + "'" + where + ". There are: "
                    + formats.stream().map(MetadataPrefix::value).collect(Collectors.joining(", ")));
        }
    }

    private static long run(Program program, CiffExport export, RecordExport.Choice choice, OutputStream out) throws IOException {
        try (Progress progress = program.console().progress("exporting", "documents")) {
            return export.run(new CiffExport.Choice(choice.prefix(), choice.set(), choice.from(), choice.until()), out,
                    documents -> progress.at(documents, -1));
        }
    }

    private static void report(Program program, CiffExport export, long written) {
        if (export.refused() > 0) {
            program.console().problem("left out: " + Words.number(export.refused())
                    + " items whose index cannot be read, such as " + export.firstRefused());
        }
        if (export.isOfSeveralPolicies()) {
            program.console()
                    .problem("warning: the terms were made by several index policies, so one word may have several forms in"
                            + " the file. Export the sources one by one to keep them apart");
        }
        program.console().note(Words.number(written) + " documents exported");
    }
}
