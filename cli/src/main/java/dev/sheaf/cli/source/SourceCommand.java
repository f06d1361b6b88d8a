package dev.sheaf.cli.source;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Group of commands for the sources of the store. */
@Command(name = "source", description = "Manages the sources: repositories that are harvested, and local records.", subcommands = {
        SourceAddCommand.class, SourceListCommand.class, SourceShowCommand.class, SourceSetCommand.class,
        SourceDeriveCommand.class, SourceDiscoverCommand.class, SourcePauseCommand.class, SourceResumeCommand.class,
        SourceHoldCommand.class, SourceReleaseCommand.class, SourceCancelCommand.class, SourcePinCommand.class,
        SourceReportCommand.class,
        SourceApproveCommand.class, SourceRollbackCommand.class, SourceUndoCommand.class,
        SourceRemoveCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                "  sheaf source add arxiv https://export.arxiv.org/oai2 --set physics", "  sheaf source list",
                "  sheaf source show arxiv --json"})
public final class SourceCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec,
                "which command? add, discover, list, show, report, set, derive, pause, resume, hold, release, cancel, pin, approve, rollback or remove");
    }
}
