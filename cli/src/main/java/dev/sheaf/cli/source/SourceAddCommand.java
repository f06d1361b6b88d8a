package dev.sheaf.cli.source;

import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.HarvestCommand;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.KnownRepositories;
import dev.sheaf.platform.sync.operate.SourceChange;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.SourceCare;

/** Registers a source. */
@Command(name = "add", description = {"Registers a repository to harvest. No request is sent before the first harvest.",
        "With --push, registers a repository that this hub cannot reach and that sends its records itself (sheaf push)."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf source add arxiv https://export.arxiv.org/oai2",
                "  sheaf source add dnb https://services.dnb.de/oai/repository --prefix MARC21-xml --latency 1d",
                "  sheaf source add library --push"})
final class SourceAddCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "short name: lower-case letters, digits, hyphens")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Parameters(index = "1", paramLabel = "URL", description = "base URL of the repository", arity = "0..1")
    private @Nullable String url;

    @Option(names = "--push", description = "its owner sends the records; next: sheaf source set ID --secret-file F")
    private boolean push;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "a further setting (may be repeated):%n"
            + CareOptions.HELP)
    private List<String> further = List.of();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Words.id(spec, id);
        if (url == null && !push) {
            throw Words.wrong(spec,
                    "the base URL of the repository is missing; to import local records: sheaf import " + id + " PATH…");
        }
        String address = url == null ? null : HarvestCommand.baseUrl(spec, url).toString();
        Source source = options
                .applyTo(new Source(id, push ? Source.Kind.PUSHED : Source.Kind.HARVESTED, address, null, List.of(),
                        List.of(), Source.Settings.DEFAULT), spec);
        NamedValues said = NamedValues.of(spec, "--option", further, CareOptions.NAMES);
        SourceChange added = new SourceChange(source, CareOptions.applyTo(SourceCare.DEFAULT, said, spec), ServerProfile.UNKNOWN,
                null);
        try (HubStore store = DataDirectory.open(program)) {
            if (store.source(id).isPresent()) {
                throw new CommandFailedException("the source '" + id + "' exists already. To change it: sheaf source set " + id
                        + " …; to see it: sheaf source show " + id);
            }
            if (url != null) {
                KnownRepositories.alias(store, HarvestCommand.baseUrl(spec, url))
                        .ifPresent(alias -> program.console().problem("Beware: " + alias));
            }
            ActionResult result = new Acting(program, id).on(store).add(added);
            if (!result.isDone()) {
                throw new CommandFailedException(result.message());
            }
        }
        program.console().note(push
                ? "Registered. Its pushes must be signed. To set the secret: sheaf source set " + id + " --secret-file FILE"
                : "Registered. To harvest it: sheaf harvest " + id);
        return 0;
    }
}
