package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.sheaf.bench.TimedCommand;
import dev.sheaf.bench.exactness.RankedList;
import dev.sheaf.bench.publish.ServedHub;
import dev.sheaf.bench.publish.SheafCommand;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordStream;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

/**
 * The experiment of the paper on index harvesting, by the commands of Sheaf in processes of their own: files in two formats, {@code publish} of
 * each into a provider, {@code serve}, {@code harvest} of both by a hub that never sees a text. The hub's rankings are compared with those of a
 * central hub that has published all files itself, after the first harvest, after changes, and after one provider has taken a laxer policy.
 * Started by {@code bench/index-paper}.
 */
final class IndexPaper {

    private static final String DESCRIBED = "oai_dc";
    private static final String BASIC = "oai_dc__tf_basic";
    private static final String POSITIONAL = "oai_dc__tf_positional";
    private static final List<String> CODINGS = List.of("identity", "gzip", "zstd");
    private static final String LAXER = "case=keep";
    private static final int DEPTH = 1_000;
    private static final int LONGEST_QUERY = 5;
    private static final int SHORTEST_WORD = 3;
    private static final int FIRST = 10;
    /** Queries that the command searches after each step, too: each takes a process at both hubs. */
    private static final int BY_COMMAND = 1;

    private final IndexPaperOptions options;
    private final Path work;
    private final TwoFormats files;
    private final List<String> queries;
    private final Path service;
    private final Path central;
    private final List<String> report = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    /**
     * A comparison of the hub with the central one.
     *
     * @param what happened before
     * @param documents in each format
     * @param lists rankings that were compared: queries and models
     * @param results compared by the bits of their scores
     * @param differences between the two hubs, for people; empty if there are none
     * @param alike rankings in which both formats of the documents have the same places and scores
     * @param shared results among the first ten of one format that are also among those of the other, from 0 to 1
     */
    record Step(String what, int documents, int lists, long results, List<String> differences, int alike, double shared) {}

    /**
     * The two indices of each document.
     *
     * @param documents with both
     * @param equal documents whose indices have the same terms and frequencies
     * @param overlap common part of the tokens of both, from 0 to 1
     */
    record Indices(int documents, int equal, double overlap) {}

    /** The providers while they serve. */
    private record Providers(ServedHub pdf, ServedHub html) {

        /** Returns the base URL of the repository of a format, below a path such as {@code /oai}. */
        String url(String format, String path) {
            return (format.equals("pdf") ? pdf : html).url() + path;
        }
    }

    /**
     * Figures of an experiment.
     *
     * @param report in Markdown
     */
    record Outcome(List<Step> steps, Indices indices, String report) {

        boolean isExact() {
            return steps.stream().allMatch(step -> step.differences().isEmpty());
        }
    }

    private IndexPaper(IndexPaperOptions options, Path work) throws IOException, InterruptedException {
        this.options = options;
        this.work = work;
        this.service = work.resolve("service");
        this.central = work.resolve("central");
        this.files = TwoFormats.of(options.documents(), options.most(), work);
        this.queries = queries(files.texts(), options.queries(), new Random(options.seed()));
    }

    /**
     * Runs the experiment.
     *
     * @param work existing folder for everything that is made
     */
    static Outcome run(IndexPaperOptions options, Path work) throws IOException, InterruptedException {
        return new IndexPaper(options, work).run();
    }

    /** Measures, prints and writes the report. Ends with 1 if a ranking of the hub differs from that of the central hub. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        IndexPaperOptions options;
        try {
            options = IndexPaperOptions.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        Path work = Files.createTempDirectory("index-paper");
        Outcome outcome;
        try {
            outcome = run(options, work);
        } finally {
            try (Stream<Path> found = Files.walk(work)) {
                found.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
        System.out.print(outcome.report());
        outcome.steps().forEach(step -> step.differences().stream().limit(FIRST).forEach(System.out::println));
        if (options.report()) {
            Files.writeString(Path.of("results/index-paper.md"), outcome.report());
        }
        System.exit(outcome.isExact() ? 0 : 1);
    }

    /** Returns words of random documents, joined by OR. */
    private static List<String> queries(Map<String, String> texts, int number, Random random) {
        List<List<String>> words = texts.values().stream()
                .map(text -> Arrays.stream(text.split("[^A-Za-z]+")).filter(word -> word.length() >= SHORTEST_WORD).toList())
                .filter(all -> !all.isEmpty()).toList();
        List<String> queries = new ArrayList<>();
        while (queries.size() < number) {
            List<String> text = words.get(random.nextInt(words.size()));
            queries.add(Stream.generate(() -> text.get(random.nextInt(text.size()))).limit(1 + random.nextInt(LONGEST_QUERY))
                    .map(word -> word.toLowerCase(Locale.ROOT)).distinct().collect(Collectors.joining(" OR ")));
        }
        return queries;
    }

    private Path provider(String format) {
        return work.resolve("provider-" + format);
    }

    private TimedCommand sheaf(Path data, String... arguments) throws IOException, InterruptedException {
        return SheafCommand.run(work, data, arguments);
    }

    private TimedCommand publish(Path data, String format, String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("publish", format, files.folder(format).toString(),
                "--identifier-domain", "texts.example.org"));
        arguments.addAll(List.of(more));
        return sheaf(data, arguments.toArray(String[]::new));
    }

    private Outcome run() throws IOException, InterruptedException {
        double publishing = 0;
        for (String format : TwoFormats.FORMATS) {
            publishing += publish(provider(format), format, "--index", "tf_basic,tf_positional").cpuSeconds();
            publish(central, format);
        }
        Indices indices;
        double harvesting = 0;
        try (ServedHub first = ServedHub.start(provider("pdf")); ServedHub second = ServedHub.start(provider("html"))) {
            Providers providers = new Providers(first, second);
            sizes(providers);
            for (String format : TwoFormats.FORMATS) {
                sheaf(service, "source", "add", format, providers.url(format, Routes.indexOai(format)), "--prefix",
                        DESCRIBED, "--prefix", BASIC);
                harvesting += sheaf(service, "harvest", format).cpuSeconds();
            }
            indices = indices(providers);
            steps.add(compare("first harvest"));
            int changed = files.change(new Random(options.seed()));
            for (String format : TwoFormats.FORMATS) {
                publish(provider(format), format);
                publish(central, format);
                sheaf(service, "harvest", format);
            }
            steps.add(compare(String.format(Locale.ROOT, "%,d documents each added, changed, renamed and deleted", changed)));
            publish(provider("html"), "html", "--policy", LAXER);
            sheaf(service, "harvest", "html");
            steps.add(compare("the provider of the web pages takes the policy `" + LAXER + '`'));
        }
        report(indices, publishing, harvesting);
        return new Outcome(List.copyOf(steps), indices, String.join("\n", report) + "\n");
    }

    private void line(String text) {
        report.add(text);
    }

    private void sizes(Providers providers) throws IOException, InterruptedException {
        line("# The experiment of the paper on index harvesting");
        line("");
        line(String.format(Locale.ROOT,
                "`bench/index-paper` publishes %,d documents as PDF and, with the same text, as web pages; each format is a repository of its"
                        + " own. A hub harvests both indices over HTTP. A central hub publishes all files itself. %s; %,d files without text"
                        + " are left out. Each step is a command: `publish`, `serve`, `harvest`, `search`.",
                files.size(), options.documents() == null
                        ? "The documents are made"
                        : "The documents are PDF files of papers and manuals",
                files.leftOut()));
        for (String format : TwoFormats.FORMATS) {
            List<Path> own = SizesOfTexts.files(files.folder(format));
            long original = 0;
            long packed = 0;
            long zstd = 0;
            List<String> texts = new ArrayList<>();
            for (Path file : own) {
                byte[] content = Files.readAllBytes(file);
                original += content.length;
                packed += SizesOfTexts.gzip(content);
                zstd += SizesOfTexts.zstd(content);
                String name = String.valueOf(file.getFileName());
                texts.add(files.texts().getOrDefault(name.substring(0, name.lastIndexOf('.')), ""));
            }
            SizesOfTexts plain = SizesOfTexts.of(texts);
            line("");
            line(String.format(Locale.ROOT, "## Bytes, %s", format.equals("pdf") ? "PDF files" : "web pages"));
            line("");
            line("| transferred | plain | gzip | zstd | gzip, share of the files | gzip, share of the packed texts |");
            line("|---|---:|---:|---:|---:|---:|");
            row("the files", original, packed, zstd, original, plain.gzip());
            row("their plain texts, one by one", plain.plain(), plain.gzip(), plain.zstd(), original, plain.gzip());
            try (Wire wire = new Wire(providers.url(format, Routes.oai(format)))) {
                for (String prefix : List.of(DESCRIBED, BASIC, POSITIONAL)) {
                    long[] bytes = new long[CODINGS.size()];
                    for (int i = 0; i < bytes.length; i++) {
                        bytes[i] = wire.list(prefix, null, CODINGS.get(i)).bytes();
                    }
                    row("list of `" + prefix + "`", bytes[0], bytes[1], bytes[2], original, plain.gzip());
                }
            }
        }
    }

    private void row(String what, long plain, long gzip, long zstd, long ofFiles, long ofTexts) {
        line(String.format(Locale.ROOT, "| %s | %,d | %,d | %,d | %.1f %% | %.0f %% |", what, plain, gzip, zstd,
                100.0 * gzip / ofFiles, 100.0 * gzip / ofTexts));
    }

    /** Returns the indices of a repository by the names of the documents. */
    private static Map<String, TermVector> indices(Providers providers, String format) throws IOException {
        Map<String, TermVector> found = new TreeMap<>();
        try (RecordStream records = Harvester.records(providers.url(format, Routes.oai(format)),
                new Selection(new MetadataPrefix(BASIC), null, null, null))) {
            for (OaiRecord record : records) {
                XmlFragment metadata = record.metadata();
                if (metadata != null) {
                    found.put(name(record.identifier()), TermsXml.read(IndexedXml.split(metadata.utf8()).index()));
                }
            }
        } catch (MalformedIndexException failure) {
            throw new IOException("an index cannot be read: " + failure.getMessage(), failure);
        }
        return found;
    }

    private static String name(String identifier) {
        return identifier.substring(identifier.lastIndexOf('/') + 1);
    }

    private static Indices indices(Providers providers) throws IOException {
        Map<String, TermVector> pdf = indices(providers, "pdf");
        Map<String, TermVector> html = indices(providers, "html");
        int both = 0;
        int equal = 0;
        long common = 0;
        long all = 0;
        for (Map.Entry<String, TermVector> entry : pdf.entrySet()) {
            TermVector other = html.get(entry.getKey());
            if (other != null) {
                Map<String, Integer> one = frequencies(entry.getValue());
                Map<String, Integer> two = frequencies(other);
                both++;
                equal += one.equals(two) ? 1 : 0;
                for (Map.Entry<String, Integer> term : one.entrySet()) {
                    common += Math.min(term.getValue(), two.getOrDefault(term.getKey(), 0));
                }
                all += Math.max(entry.getValue().tokens(), other.tokens());
            }
        }
        return new Indices(both, equal, all == 0 ? 1 : (double) common / all);
    }

    private static Map<String, Integer> frequencies(TermVector vector) {
        Map<String, Integer> frequencies = new HashMap<>();
        for (int i = 0; i < vector.size(); i++) {
            frequencies.put(vector.term(i), vector.frequency(i));
        }
        return frequencies;
    }

    private Step compare(String what) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        // The command also brings both indices up to date.
        for (String query : queries.subList(0, Math.min(BY_COMMAND, queries.size()))) {
            if (!found(service, query).equals(found(central, query))) {
                differences.add("sheaf search " + query + " answers otherwise at the two hubs");
            }
        }
        int lists = 0;
        int alike = 0;
        long results = 0;
        long first = 0;
        long shared = 0;
        try (SearchIndex harvested = RecordIndex.open(Hub.indexOf(service));
                SearchIndex whole = RecordIndex.open(Hub.indexOf(central))) {
            for (String query : queries) {
                for (RankingModel model : RankingModel.values()) {
                    SearchQuery asked = SearchQuery.of(query).with(model).in(SearchScope.FULLTEXT).page(0, DEPTH);
                    RankedList list = RankedList.of(harvested.search(asked));
                    lists++;
                    results += list.places().size();
                    String difference = list.difference(RankedList.of(whole.search(asked)));
                    if (!difference.isEmpty()) {
                        differences.add(what + ", query " + query + ", model " + model + ": " + difference);
                    }
                    List<String> pdf = ofFormat(harvested, asked, "pdf");
                    List<String> html = ofFormat(harvested, asked, "html");
                    alike += pdf.equals(html) ? 1 : 0;
                    List<String> best = best(pdf);
                    first += best.size();
                    shared += best.stream().filter(best(html)::contains).count();
                }
            }
        }
        return new Step(what, files.size(), lists, results, List.copyOf(differences), alike,
                first == 0 ? 1 : (double) shared / first);
    }

    /** Returns names and bits of the scores of the results of one format. */
    private static List<String> ofFormat(SearchIndex index, SearchQuery asked, String format) {
        return RankedList.of(index.search(asked.with(new Filter(Facet.SOURCE, format)))).places().stream()
                .map(place -> name(place.identifier()) + ' ' + place.bits()).toList();
    }

    private static List<String> best(List<String> places) {
        return places.stream().limit(FIRST).map(place -> place.substring(0, place.lastIndexOf(' '))).toList();
    }

    /** Returns what the command answers to a query, by all models. */
    private String found(Path data, String query) throws IOException, InterruptedException {
        sheaf(data, "search", query, "--in", "fulltext", "--models", "--json", "--limit", Integer.toString(DEPTH));
        return Files.readString(work.resolve(TimedCommand.OUTPUT), StandardCharsets.UTF_8);
    }

    private void report(Indices indices, double publishing, double harvesting) {
        line("");
        line(String.format(Locale.ROOT, "CPU seconds of the providers to publish: %.1f; of the hub to harvest: %.1f.", publishing,
                harvesting));
        line("");
        line("## Rankings of the hub and of the central hub");
        line("");
        line(String.format(Locale.ROOT,
                "%,d queries of up to %d words from the documents, by %d models, to depth %,d. Scores are compared bit by bit. *Alike* are the"
                        + " rankings in which both formats of the documents have the same places and scores; *first ten* is the share of the first"
                        + " ten of one format that are among those of the other.",
                queries.size(), LONGEST_QUERY, RankingModel.values().length, DEPTH));
        line("");
        line("| after | documents in each format | lists | results | lists that differ | alike in both formats | first ten |");
        line("|---|---:|---:|---:|---:|---:|---:|");
        for (Step step : steps) {
            line(String.format(Locale.ROOT, "| %s | %,d | %,d | %,d | %,d | %.1f %% | %.1f %% |", step.what(), step.documents(),
                    step.lists(), step.results(),
                    step.differences().size(), 100.0 * step.alike() / step.lists(), 100 * step.shared()));
        }
        line("");
        line(String.format(Locale.ROOT,
                "Of %,d documents, %,d have the same index in both formats; %.2f %% of all words are the same.",
                indices.documents(),
                indices.equal(), 100 * indices.overlap()));
    }
}
