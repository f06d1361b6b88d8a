package dev.sheaf.cli.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.store.HubStore;

/** Derives missing records. */
@Command(name = "derive", description = {
        "Derives the missing records of sources in oai_dc and in the formats of 'source set --derive', and again the "
                + "records that an earlier version of the program derived.",
        "Harvests, imports and a starting hub do the same; this command does it at once."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source derive arxiv", "  sheaf source derive --all"})
final class SourceDeriveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source", arity = "0..*")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--all", description = "all sources")
    private boolean all;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (ids.isEmpty() && !all) {
            throw Words.wrong(spec, "the source is missing. Give its id, or --all");
        }
        try (HubStore store = DataDirectory.open(program)) {
            List<String> wanted = new ArrayList<>();
            ids.forEach(id -> wanted.add(SourceShowCommand.known(store, Words.id(spec, id)).source().id()));
            if (all) {
                store.sources().stream().map(SourceStatus::source).forEach(source -> wanted.add(source.id()));
            }
            wanted.stream().distinct().forEach(id -> Deriving.catchUp(store, id, program.console()));
        }
        return 0;
    }
}
