package dev.sheaf.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.Suggestion;
import dev.sheaf.store.HubStore;

/** Finds records. */
@Command(name = "search", description = {"Finds stored records, best first.",
        "The search index is brought up to date first, unless a running hub does it."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf search 'dark matter'", "  sheaf search '\"virginia woolf\"' --source library --limit 3 --json"})
public final class SearchCommand implements Callable<Integer> {

    /** Changes that take longer to index than people wait without asking why. */
    private static final long WORTH_TELLING = 5_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "QUERY", description = "words; \"words together\"; -without; title:word and the like", arity = "1..*")
    @SuppressWarnings("NullAway.Init")
    private List<String> query;

    @Option(names = "--model", paramLabel = "bm25|vsm|lm|lm-jm", description = "how relevance is computed (default: bm25)", defaultValue = "bm25")
    private String model = "bm25";

    @Option(names = "--source", paramLabel = "ID", description = "only records of this source")
    private @Nullable String source;

    @Option(names = "--limit", paramLabel = "N", description = "results at most (default: 10)", defaultValue = "10")
    private int limit;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        RankingModel ranking = RankingModel.fromText(model)
                .orElseThrow(() -> Words.wrong(spec, "--model: '" + model + "' is none of bm25, vsm, lm, lm-jm"));
        if (limit < 0 || limit > SearchQuery.MAX_DEPTH) {
            throw Words.wrong(spec, "--limit: expected is a number from 0 to " + SearchQuery.MAX_DEPTH);
        }
        SearchQuery asked = SearchQuery.of(String.join(" ", query)).with(ranking).page(0, limit);
        if (source != null) {
            asked = asked.with(new Filter(Facet.SOURCE, Words.id(spec, source)));
        }
        try (HubStore store = DataDirectory.open(program)) {
            if (source != null) {
                SourceShowCommand.known(store, source);
            }
            Path folder = Hub.indexOf(DataDirectory.of(program));
            bringUpToDate(store, folder, program.console());
            try (SearchIndex index = RecordIndex.open(folder)) {
                SearchResult result = index.search(asked);
                Suggestion suggestion = index.suggestion(asked, result.total()).orElse(null);
                if (json) {
                    writeJson(program.console(), result, suggestion);
                } else {
                    writeText(program.console(), result, suggestion);
                }
            }
        }
        return 0;
    }

    private static void bringUpToDate(HubStore store, Path folder, Console console) {
        long behind;
        try (SearchIndex index = RecordIndex.open(folder)) {
            behind = store.lastSeq() - index.position();
        }
        if (behind > WORTH_TELLING) {
            console.note("Bringing the search index up to date: " + Words.number(behind) + " changes");
        }
        if (!Files.isWritable(Files.exists(folder) ? folder : folder.toAbsolutePath().getParent())) {
            if (behind > 0) {
                console.note("Nothing can be written in " + folder + ", so the search index stays " + Words.number(behind)
                        + " changes behind. Some records may not be found.");
            }
            return;
        }
        try (SearchIndexer indexer = new SearchIndexer(store, folder)) {
            if (!indexer.catchUp() && behind > WORTH_TELLING) {
                console.note("A running hub is doing it; some records may not be found yet.");
            }
        }
    }

    private static void writeText(Console console, SearchResult result, @Nullable Suggestion suggestion) {
        console.note(result.total() == 0 ? "Nothing found." : Words.number(result.total()) + " found");
        if (suggestion != null) {
            console.note("Did you mean '" + suggestion.text() + "'? " + Words.number(suggestion.total()) + " found");
        }
        int rank = 1;
        for (SearchHit hit : result.hits()) {
            String title = hit.title();
            console.result(rank++ + ". " + (title == null ? "(without a title)" : title));
            String date = hit.date();
            String about = String.join("; ", hit.creators())
                    + (date == null ? "" : (hit.creators().isEmpty() ? "" : ", ") + date);
            if (!about.isEmpty()) {
                console.result("   " + about);
            }
            console.result("   " + hit.source() + "  " + hit.identifier());
        }
    }

    private static void writeJson(Console console, SearchResult result, @Nullable Suggestion suggestion) {
        Json.write(console, generator -> {
            generator.writeStartObject();
            generator.writeNumberProperty("total", result.total());
            generator.writeArrayPropertyStart("hits");
            for (SearchHit hit : result.hits()) {
                write(generator, hit);
            }
            generator.writeEndArray();
            if (suggestion != null) {
                generator.writeObjectPropertyStart("suggestion");
                generator.writeStringProperty("query", suggestion.text());
                generator.writeNumberProperty("total", suggestion.total());
                generator.writeEndObject();
            }
            generator.writeEndObject();
        });
    }

    private static void write(JsonGenerator generator, SearchHit hit) {
        generator.writeStartObject();
        generator.writeStringProperty("source", hit.source());
        generator.writeStringProperty("identifier", hit.identifier());
        generator.writeNumberProperty("score", hit.score());
        generator.writeStringProperty("title", hit.title());
        generator.writeArrayPropertyStart("creators");
        hit.creators().forEach(generator::writeString);
        generator.writeEndArray();
        generator.writeStringProperty("date", hit.date());
        generator.writeEndObject();
    }
}
