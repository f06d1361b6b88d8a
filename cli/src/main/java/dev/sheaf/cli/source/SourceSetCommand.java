package dev.sheaf.cli.source;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.HarvestCommand;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.sync.operate.SourceChange;
import dev.sheaf.store.HubStore;

/** Changes a source. */
@Command(name = "set", description = "Changes the settings of a source; its records stay.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source set arxiv --name 'arXiv e-prints' --latency 6h",
        "  sheaf source set arxiv --url https://new.example.org/oai",
        "  sheaf source set arxiv --pin granularity=day --pin overlap=2d --pin ranges=no",
        "  sheaf source set arxiv --option history=on",
        "  sheaf source set library --access user=reader --access password-file=library.password",
        "  sheaf source set library --secret-file secret.txt --option notify=https://hub.example.org",
        "  sheaf source set arxiv --derive mods --derive marc21"})
final class SourceSetCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--url", paramLabel = "URL", description = "new base URL")
    private @Nullable String url;

    @Option(names = "--derive", paramLabel = "P", description = "format to derive from the records and to serve: mods, marc21, datacite, oai_datacite, or one of 'sheaf crosswalk' "
            + "(may be repeated; replaces earlier ones); none for oai_dc only")
    private @Nullable List<String> derive;

    @Mixin
    private TellingOptions telling = new TellingOptions();

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "a further setting (may be repeated):%n"
            + CareOptions.HELP
            + ";%n" + TellingOptions.HELP)
    private List<String> further = List.of();

    @Mixin
    private ProfileOptions profile = new ProfileOptions();

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        if (spec.commandLine().getParseResult().matchedOptions().stream().allMatch(OptionSpec::inherited)) {
            throw Words.wrong(spec, "no change was given. Use an option");
        }
        NamedValues said = NamedValues.of(spec, "--option", further,
                Stream.concat(CareOptions.NAMES.stream(), TellingOptions.NAMES.stream()).toList());
        try (HubStore store = DataDirectory.open(program)) {
            Source source = SourceShowCommand.known(store, Words.id(spec, id)).source();
            if (url != null && !source.kind().isRepository()) {
                throw new CommandFailedException("'" + id + "' is not harvested: it has no base URL");
            }
            List<MetadataPrefix> derived = derive == null ? null : Deriving.formats(spec, derive, store);
            Source moved = url == null
                    ? source
                    : new Source(source.id(), source.kind(), HarvestCommand.baseUrl(spec, url).toString(), source.name(),
                            source.prefixes(),
                            source.sets(), source.settings());
            Acting acting = new Acting(program, id);
            SourceChange change = new SourceChange(options.applyTo(moved, spec),
                    CareOptions.applyTo(store.monitoring().of(id), said, spec), profile.applyTo(store.profile(id), spec),
                    derived);
            // Steps that may fail come first: a secret that cannot be read must not follow the message that all is changed.
            telling.apply(store, source, said, spec);
            acting.tell(acting.on(store).change(change), "");
            // The source was listed or unlisted, so its records enter or leave the repository of everything now.
            store.membership().finish();
            if (derived != null) {
                Deriving.catchUp(store, id, program.console());
            }
        }
        return 0;
    }
}
