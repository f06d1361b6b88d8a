package dev.sheaf.platform.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Tells all about a source. */
@Command(name = "show", description = "Tells all that is known of a source.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source show arxiv", "  sheaf source show arxiv --json"})
final class SourceShowCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    /** A source that must be there. */
    static SourceStatus known(RecordStore store, String id) {
        return store.status(id)
                .orElseThrow(() -> new CommandFailedException("there is no source '" + id + "'. Known ones: sheaf source list"));
    }

    @Override
    public Integer call() {
        Sheaf sheaf = Sheaf.of(spec);
        sheaf.log(LogOutput.Detail.NORMAL);
        try (SqliteRecordStore store = DataDirectory.open(sheaf)) {
            SourceStatus status = known(store, Words.id(spec, id));
            SourceDescription description = store.description(id).orElseGet(() -> new SourceDescription(null, null, null));
            SourceReport report = SourceReport.of(store, status);
            if (json) {
                Json.write(sheaf.console(), generator -> {
                    generator.writeStartObject();
                    report.writeProperties(generator);
                    generator.writeStringProperty("kind", status.source().kind().name().toLowerCase(java.util.Locale.ROOT));
                    strings(generator, "prefixes", status.source().prefixes().stream().map(Object::toString).toList());
                    strings(generator, "sets", status.source().sets().stream().map(Object::toString).toList());
                    Source.Settings settings = status.source().settings();
                    generator.writeStringProperty("latency",
                            settings.latency() == null ? null : Words.duration(settings.latency()));
                    generator.writeStringProperty("policy", settings.policy());
                    generator.writeStringProperty("userAgent", settings.userAgent());
                    generator.writeStringProperty("fromHeader", settings.from());
                    generator.writeStringProperty("outcome",
                            status.lastOutcome() == null ? null : status.lastOutcome().toString());
                    generator.writeEndObject();
                });
            } else {
                text(sheaf.console(), status, report, description);
            }
        }
        return 0;
    }

    private static void strings(tools.jackson.core.JsonGenerator generator, String name, List<String> values) {
        generator.writeArrayPropertyStart(name);
        values.forEach(generator::writeString);
        generator.writeEndArray();
    }

    private static void text(Console console, SourceStatus status, SourceReport report, SourceDescription description) {
        Source source = status.source();
        line(console, "id", source.id());
        line(console, "name", report.name());
        line(console, "base URL", source.baseUrl());
        line(console, "records", Words.number(status.records()) + " live, " + Words.number(status.deleted()) + " deleted");
        line(console, "state", report.state());
        line(console, "last harvest", report.lastHarvest());
        line(console, "it was", status.lastOutcome() == null
                ? null
                : status.lastOutcome() + " (" + Words.counts(status.lastOutcome().counts()) + ")");
        line(console, "formats", source.prefixes().isEmpty()
                ? "all"
                : source.prefixes().stream().map(Object::toString).collect(Collectors.joining(", ")));
        line(console, "sets", source.sets().isEmpty()
                ? "all"
                : source.sets().stream().map(Object::toString).collect(Collectors.joining(", ")));
        line(console, "latency", source.settings().latency() == null ? null : Words.duration(source.settings().latency()));
        line(console, "policy", source.settings().policy());
        line(console, "User-Agent", source.settings().userAgent());
        line(console, "From", source.settings().from());
        RepositoryDescription identify = description.identify();
        if (identify != null) {
            line(console, "it says of itself", identify.repositoryName() + ", deletions " + identify.deletedRecord() + ", dates "
                    + identify.granularityText() + ", since " + identify.earliestDatestamp().text());
            line(console, "its administrator", String.join(", ", identify.adminEmails()));
        }
        List<MetadataFormat> formats = description.formats();
        line(console, "it offers", formats == null || formats.isEmpty()
                ? null
                : formats.stream().map(format -> format.prefix().value()).collect(Collectors.joining(", ")));
        line(console, "its sets", description.sets() == null ? null : Words.number(description.sets().size()));
    }

    private static void line(Console console, String label, @Nullable String value) {
        if (value != null) {
            console.result(String.format("%-18s %s", label, value));
        }
    }
}
