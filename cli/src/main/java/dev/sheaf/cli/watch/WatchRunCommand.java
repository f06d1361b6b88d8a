package dev.sheaf.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;

/** Validates the repositories of sources now and keeps the results. */
@Command(name = "run", description = {
        "Validates the repositories of sources now, by the rules of OAI-PMH 2.0, and keeps the results.",
        "For any other address, or for other profiles: sheaf validate"}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf watch run arxiv", "  sheaf watch run arxiv zenodo --sample 100", "",
                "Exit status: 0 when every MUST that could be judged is met; 1 when one is not, or a repository could not be judged."})
final class WatchRunCommand implements Callable<Integer> {

    private static final int MOST = 100_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "the sources")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--sample", paramLabel = "N", description = "records of each list that are judged at most (default: 500)", defaultValue = ""
            + ValidationNow.SAMPLE)
    private int sample;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (sample < 1 || sample > MOST) {
            throw Words.wrong(spec, "--sample: expected is a number from 1 to " + MOST);
        }
        try (HubStore store = DataDirectory.open(program)) {
            List<WatchedRepository> repositories = ids.stream()
                    .map(id -> WatchedSource.known(spec, store, id).repository()).toList();
            return ValidationNow.run(program, store, repositories, sample) ? 0 : 1;
        }
    }
}
