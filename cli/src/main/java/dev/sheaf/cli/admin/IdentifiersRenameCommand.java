package dev.sheaf.cli.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.IdentifierDomainOption;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.store.HubStore;

/** Renames the domain in the identifiers that this hub makes. */
@Command(name = "rename", description = {
        "Renames the domain name in the identifiers that this hub has made and will make.",
        "Refused after the first harvest: harvesters would keep each record twice, with the old and the new identifier. "
                + "The first protocol request from another machine counts as a harvest."}, footerHeading = "%nExample:%n", footer = "  sheaf identifiers rename library.example.org")
final class IdentifiersRenameCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "DOMAIN", description = "a domain name of your own, such as library.example.org")
    @SuppressWarnings("NullAway.Init")
    private String domain;

    @Option(names = "--force", description = "rename although there were harvests; no deleted header withdraws the old identifiers")
    private boolean force;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        String wanted = IdentifierDomainOption.checked(spec, "DOMAIN", domain);
        try (HubStore store = DataDirectory.open(program)) {
            boolean harvested = store.identifierDomain().firstHarvest().isPresent();
            long renamed = store.identifierDomain().rename(wanted, force);
            forgetIndex(Hub.indexOf(DataDirectory.of(program)));
            program.console()
                    .note("Identifiers have the domain " + wanted + " from now on; records renamed: " + Words.number(renamed)
                            + ". The search index is built again. Restart a hub that is running.");
            if (harvested) {
                program.console()
                        .problem("Earlier harvesters keep the old identifiers: ask them to harvest everything again.");
            }
        }
        return 0;
    }

    /** Deletes the search index, which holds the old identifiers; it is built again. */
    private static void forgetIndex(Path index) {
        if (!Files.isDirectory(index)) {
            return;
        }
        try (Stream<Path> found = Files.list(index)) {
            List<Path> files = found.toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("The identifiers are renamed, but the search index in " + index
                    + " could not be deleted: delete it yourself", failure);
        }
    }
}
