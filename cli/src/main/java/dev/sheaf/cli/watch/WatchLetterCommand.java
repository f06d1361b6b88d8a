package dev.sheaf.cli.watch;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.watch.AccessLetter;
import dev.sheaf.platform.watch.AdministratorLetter;
import dev.sheaf.store.HubStore;

/** Writes a letter to the administrator of a repository. */
@Command(name = "letter", description = {
        "Writes a letter to the administrator of a source's repository: what is not met, why it matters and how to mend it.",
        "The letter is about the last validation with a verdict; if the host blocks harvesters, it asks for access instead. It goes to standard output; you sign and send it."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf watch letter arxiv", "  sheaf watch letter arxiv > letter.txt"})
final class WatchLetterCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        String page = program.configuration().text(Setting.BASE_URL).map(String::strip)
                .map(url -> (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + Routes.conformance(id)).orElse(null);
        try (HubStore store = DataDirectory.open(program)) {
            WatchedSource source = WatchedSource.known(spec, store, id);
            Source known = source.status().source();
            String address = source.repository().address();
            // While its host blocks programs, there is nothing else to write about.
            String letter = AccessLetter.of(store, known, address, ConfiguredIdentity.rules(program).of(known))
                    .or(() -> AdministratorLetter.of(store, known, address, page))
                    .orElseThrow(() -> new CommandFailedException("there is no verdict on '" + id
                            + "' yet, so there is nothing to write about. To validate it: sheaf watch run " + id));
            letter.lines().forEach(program.console()::result);
        }
        return 0;
    }
}
