package dev.sheaf.cli.watch;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Words;

/** Verdicts on the repositories of sources. */
@Command(name = "watch", description = {
        "Shows how harvesters see the repositories of sources: verdicts with their history, kept in the data directory.",
        "A hub (sheaf serve) validates them by schedule and after harvests; 'watch run' does it now."}, subcommands = {
                WatchListCommand.class, WatchShowCommand.class, WatchRunCommand.class,
                WatchLetterCommand.class,
                WatchLinksCommand.class}, synopsisSubcommandLabel = "COMMAND", footerHeading = "%nExamples:%n", footer = {
                        "  sheaf watch list", "  sheaf watch run arxiv", "  sheaf watch show arxiv",
                        "  sheaf watch letter arxiv"})
public final class WatchCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw Words.wrong(spec, "which command? list, show, run, letter or links");
    }
}
