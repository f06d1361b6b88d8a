package dev.sheaf.platform.cli;

import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.crosswalk.TargetFormat;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.SourceChange;

/** Changes a source. */
@Command(name = "set", description = "Changes what is known of a source; its records stay.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source set arxiv --name 'arXiv e-prints' --latency 6h",
        "  sheaf source set arxiv --url https://new.example.org/oai",
        "  sheaf source set arxiv --granularity day --overlap 2d --no-ranges",
        "  sheaf source set arxiv --history on",
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

    @Option(names = "--derive", paramLabel = "P", description = {
            "format to be made of the records' oai_dc and served: mods, marc21, datacite, oai_datacite (may be repeated)",
            "instead of those chosen before; none for no other than oai_dc"})
    private @Nullable List<String> derive;

    @Option(names = "--secret-file", paramLabel = "F", hidden = true)
    private @Nullable String secretFile;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Mixin
    private CareOptions care = new CareOptions();

    @Mixin
    private ProfileOptions profile = new ProfileOptions();

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        if (secretFile != null) {
            throw Words.wrong(spec, "--secret-file is not there yet: signed notifications come in a later version");
        }
        List<TargetFormat> derived = derive == null ? null : Deriving.formats(spec, derive);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            Source source = SourceShowCommand.known(store, Words.id(spec, id)).source();
            if (url != null && source.kind() != Source.Kind.HARVESTED) {
                throw new CommandFailedException("'" + id + "' is not harvested: it has no base URL");
            }
            Source moved = url == null
                    ? source
                    : new Source(source.id(), source.kind(), HarvestCommand.baseUrl(spec, url).toString(), source.name(),
                            source.prefixes(),
                            source.sets(), source.settings());
            Acting acting = new Acting(sheaf, id);
            acting.tell(acting.on(store).change(new SourceChange(options.applyTo(moved, spec),
                    care.applyTo(store.jobs().care(id), spec), profile.applyTo(store.profile(id), spec), derived)), "");
            if (derived != null) {
                Deriving.catchUp(store, id, sheaf.console());
            }
        }
        return 0;
    }
}
