package dev.sheaf.cli.watch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.Validations.NewestResults;

/** Lists the verdicts on all harvested sources. */
@Command(name = "list", description = "Lists the verdicts on the repositories of all harvested sources.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf watch list", "  sheaf watch list --json"})
final class WatchListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        WatchTerms terms = WatchedSource.terms(program);
        Instant now = program.surroundings().clock().instant();
        try (HubStore store = DataDirectory.open(program)) {
            List<WatchedSource> sources = sources(store);
            if (json) {
                Json.write(program.console(), generator -> {
                    generator.writeStartArray();
                    sources.forEach(source -> write(generator, source, terms, now));
                    generator.writeEndArray();
                });
            } else {
                sources.forEach(source -> program.console().result(line(source, terms, now)));
            }
        }
        return 0;
    }

    private static List<WatchedSource> sources(HubStore store) {
        Map<String, NewestResults> newestOfAll = store.validations().newestOfAll();
        List<WatchedSource> sources = new ArrayList<>();
        for (SourceStatus status : store.sources()) {
            WatchedRepository.of(status).ifPresent(repository -> sources
                    .add(new WatchedSource(status, repository, newestOfAll.get(repository.address()))));
        }
        return sources;
    }

    private static String line(WatchedSource source, WatchTerms terms, Instant now) {
        String line = source.status().source().id() + "  " + source.verdict(terms, now).text();
        NewestResults newest = source.newest();
        if (newest == null) {
            return line;
        }
        String judged = newest.judged().map(one -> "  " + one.began() + "  " + one.rules().failed() + " MUST not met, "
                + one.rules().warned() + " warnings").orElse("");
        KeptValidation last = newest.last();
        return line + judged + (last.isJudged() ? "" : "  last attempt " + last.began() + ": " + last.unjudged());
    }

    private static void write(JsonGenerator generator, WatchedSource source, WatchTerms terms, Instant now) {
        NewestResults newest = source.newest();
        generator.writeStartObject();
        generator.writeStringProperty("id", source.status().source().id());
        generator.writeStringProperty("baseUrl", source.repository().address());
        generator.writeStringProperty("verdict", source.verdict(terms, now).text());
        generator.writeStringProperty("judged", newest == null ? null : began(newest.judged().orElse(null)));
        generator.writeStringProperty("lastPassed",
                newest == null ? null : newest.passed().map(Instant::toString).orElse(null));
        generator.writeStringProperty("lastAttempt", newest == null ? null : began(newest.last()));
        generator.writeStringProperty("unjudged",
                newest == null || newest.last().isJudged() ? null : newest.last().unjudged());
        generator.writeArrayPropertyStart("notMet");
        if (newest != null) {
            newest.judged().ifPresent(one -> one.broken().forEach(generator::writeString));
        }
        generator.writeEndArray();
        generator.writeEndObject();
    }

    private static @Nullable String began(@Nullable KeptValidation validation) {
        return validation == null ? null : validation.began().toString();
    }
}
