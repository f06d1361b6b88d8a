package dev.sheaf.platform.cli;

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
import dev.sheaf.platform.store.SqliteRecordStore;

/** Changes a source. */
@Command(name = "set", description = "Changes what is known of a source; its records stay.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source set arxiv --name 'arXiv e-prints' --latency 6h",
        "  sheaf source set arxiv --url https://new.example.org/oai"})
final class SourceSetCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--url", paramLabel = "URL", description = "new base URL")
    private @Nullable String url;

    @Option(names = "--secret-file", paramLabel = "F", hidden = true)
    private @Nullable String secretFile;

    @Mixin
    private SourceOptions options = new SourceOptions();

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        if (secretFile != null) {
            throw Words.wrong(spec, "--secret-file is not there yet: signed notifications come in a later version");
        }
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
            store.put(options.applyTo(moved, spec));
        }
        return 0;
    }
}
