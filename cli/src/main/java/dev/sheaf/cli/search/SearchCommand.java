package dev.sheaf.cli.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OneLine;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.RecordTitle;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.FoundIn;
import dev.sheaf.search.FoundWord;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.Suggestion;
import dev.sheaf.store.HubStore;

/** Searches records. */
@Command(name = "search", description = {"Searches stored records and lists the best first.",
        "The search index is brought up to date first, unless a running hub does it."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf search 'dark matter'", "  sheaf search '\"virginia woolf\"' --source library --limit 3 --json",
                "  sheaf search 'whale hunting' --in fulltext --models"})
public final class SearchCommand implements Callable<Integer> {

    /** Number of changes from which indexing takes so long that the user gets a message. */
    private static final long WORTH_TELLING = 5_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "QUERY", description = "words; \"a phrase\"; -excluded; title:word and other fields", arity = "1..*")
    @SuppressWarnings("NullAway.Init")
    private List<String> query;

    @Option(names = "--model", paramLabel = "bm25|vsm|lm|lm-jm", description = "ranking model (default: bm25), with parameters as in bm25:k1=0.9,b=0.4, lm:mu=500 or lm-jm:lambda=0.7", defaultValue = "bm25")
    private String model = "bm25";

    @Option(names = "--models", description = "show the rankings of all models, one after another")
    private boolean models;

    @Option(names = "--in", paramLabel = "both|description|fulltext", description = "parts of the items that are searched (default: both)", defaultValue = "both")
    private String scope = "both";

    @Option(names = "--source", paramLabel = "ID", description = "only records of this source")
    private @Nullable String source;

    @Option(names = "--limit", paramLabel = "N", description = "largest number of results (default: 10)", defaultValue = "10")
    private int limit;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Ranking ranking = ranking();
        if (limit < 0 || limit > SearchQuery.MAX_DEPTH) {
            throw Words.wrong(spec, "--limit: a number from 0 to " + SearchQuery.MAX_DEPTH + " is expected");
        }
        SearchScope where = SearchScope.fromText(scope)
                .orElseThrow(() -> Words.wrong(spec, "--in: '" + scope + "' is none of both, description, fulltext"));
        SearchQuery asked = SearchQuery.of(String.join(" ", query)).with(ranking).in(where).page(0, limit);
        if (source != null) {
            asked = asked.with(new Filter(Facet.SOURCE, Words.id(spec, source)));
        }
        try (HubStore store = DataDirectory.open(program)) {
            if (source != null) {
                SourceShowCommand.known(store, source);
            }
            Path folder = Hub.indexOf(DataDirectory.of(program));
            bringUpToDate(store, folder, program);
            try (SearchIndex index = RecordIndex.open(folder)) {
                if (models) {
                    writeModels(program.console(), store, index, asked);
                } else {
                    write(program.console(), store, index, asked);
                }
            }
        }
        return 0;
    }

    private Ranking ranking() {
        try {
            return Ranking.parse(model);
        } catch (IllegalArgumentException e) {
            throw Words.wrong(spec, "--model: " + e.getMessage());
        }
    }

    private void write(Console console, HubStore store, SearchIndex index, SearchQuery asked) {
        SearchResult result = index.search(asked);
        Suggestion suggestion = index.suggestion(asked, result.total()).orElse(null);
        if (json) {
            Json.write(console, generator -> {
                generator.writeStartObject();
                write(generator, result);
                if (suggestion != null) {
                    generator.writeObjectPropertyStart("suggestion");
                    generator.writeStringProperty("query", suggestion.text());
                    generator.writeNumberProperty("total", suggestion.total());
                    generator.writeEndObject();
                }
                generator.writeEndObject();
            });
            return;
        }
        console.note(result.total() == 0 ? "Nothing found." : Words.number(result.total()) + " found");
        SearchNotes.of(result).forEach(console::note);
        if (suggestion != null) {
            console.note("Did you mean '" + suggestion.text() + "'? " + Words.number(suggestion.total()) + " found");
        }
        writeHits(console, store, result);
    }

    /** Returns all models; the chosen one with its parameters. */
    private static List<Ranking> rankings(SearchQuery asked) {
        return Arrays.stream(RankingModel.values()).map(each -> each == asked.model().model() ? asked.model() : Ranking.of(each))
                .toList();
    }

    private void writeModels(Console console, HubStore store, SearchIndex index, SearchQuery asked) {
        if (json) {
            Json.write(console, generator -> {
                generator.writeStartObject();
                generator.writeArrayPropertyStart("models");
                for (Ranking each : rankings(asked)) {
                    generator.writeStartObject();
                    generator.writeStringProperty("model", each.text());
                    write(generator, index.search(asked.with(each)));
                    generator.writeEndObject();
                }
                generator.writeEndArray();
                generator.writeEndObject();
            });
            return;
        }
        for (Ranking each : rankings(asked)) {
            SearchResult result = index.search(asked.with(each));
            if (each.model() == RankingModel.BM25) {
                console.note(result.total() == 0 ? "Nothing found." : Words.number(result.total()) + " found");
                SearchNotes.of(result).forEach(console::note);
            }
            console.result("== " + each.text());
            int rank = 1;
            for (SearchHit hit : result.hits()) {
                console.result(rank++ + ". " + title(store, hit));
                console.result("   " + String.format(Locale.ROOT, "%.4f", hit.score()) + "  " + hit.source() + "  "
                        + hit.identifier() + foundIn(hit));
            }
        }
    }

    private static void bringUpToDate(HubStore store, Path folder, Program program) {
        Console console = program.console();
        long behind;
        IndexPolicy policy;
        try (SearchIndex index = RecordIndex.open(folder)) {
            // A command without the hub's configuration file must not rebuild the hub's index with another policy.
            policy = program.configuration().text(Setting.INDEX_POLICY).map(IndexPolicy::parse)
                    .orElseGet(() -> RecordIndex.policy(index));
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
        try (SearchIndexer indexer = new SearchIndexer(store, folder, policy)) {
            if (!indexer.catchUp() && behind > WORTH_TELLING) {
                console.note("A running hub brings the search index up to date; some records may not be found yet.");
            }
        }
    }

    private static void writeHits(Console console, HubStore store, SearchResult result) {
        int rank = 1;
        for (SearchHit hit : result.hits()) {
            console.result(rank++ + ". " + title(store, hit));
            String date = hit.date();
            String about = String.join("; ", hit.creators())
                    + (date == null ? "" : (hit.creators().isEmpty() ? "" : ", ") + date);
            if (!about.isEmpty()) {
                console.result("   " + about);
            }
            console.result("   " + hit.source() + "  " + hit.identifier() + foundIn(hit));
        }
    }

    /** Returns the title of a hit; the record of a hit without one may have the address of its file. */
    private static String title(HubStore store, SearchHit hit) {
        DublinCore dc = hit.title() != null
                ? DublinCore.EMPTY
                : store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier())
                        .map(stored -> DublinCore.readOrEmpty(stored.record().metadata())).orElse(DublinCore.EMPTY);
        return RecordTitle.of(hit.title(), dc, hit.identifier());
    }

    private static String foundIn(SearchHit hit) {
        FoundIn place = hit.foundIn();
        if (place == null) {
            return "";
        }
        String found = switch (place) {
            case DESCRIPTION -> "description";
            case FULLTEXT -> "full text";
            case BOTH -> "description and full text";
        };
        String words = SearchNotes.words(hit);
        return "  [" + found
                + (words.isEmpty() ? "" : (place == FoundIn.BOTH ? "; in the full text: " : ": ") + OneLine.of(words))
                + (hit.unranked() ? ", word counts unknown" : "") + "]";
    }

    private static void write(JsonGenerator generator, SearchResult result) {
        generator.writeNumberProperty("total", result.total());
        generator.writeArrayPropertyStart("hits");
        for (SearchHit hit : result.hits()) {
            write(generator, hit);
        }
        generator.writeEndArray();
        if (result.unplaced() > 0) {
            generator.writeNumberProperty("unplaced", result.unplaced());
        }
        if (!result.remarks().isEmpty()) {
            generator.writeArrayPropertyStart("notes");
            result.remarks().forEach(remark -> generator.writeString(SearchNotes.text(remark)));
            generator.writeEndArray();
        }
        if (result.ignored() > 0) {
            generator.writeNumberProperty("ignored", result.ignored());
        }
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
        FoundIn place = hit.foundIn();
        if (place != null) {
            generator.writeStringProperty("found", place.name().toLowerCase(Locale.ROOT));
            generator.writeArrayPropertyStart("words");
            for (FoundWord word : hit.words()) {
                generator.writeStartObject();
                generator.writeStringProperty("word", word.word());
                generator.writeNumberProperty("frequency", word.frequency());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeBooleanProperty("ranked", !hit.unranked() || place != FoundIn.FULLTEXT);
        }
        generator.writeEndObject();
    }
}
