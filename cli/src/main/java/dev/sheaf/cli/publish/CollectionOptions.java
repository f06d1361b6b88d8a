package dev.sheaf.cli.publish;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Words;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.publish.Approval;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.CollectionSettings.Location;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.publish.files.FileTrees;
import dev.sheaf.publish.files.TreeException;

/** Options of {@code publish} that are kept with the collection. What is not given stays as it was kept. */
public final class CollectionOptions {

    private static final String OPTION = "--option";
    private static final List<String> NAMES = List.of("files", "depth", "size", "links", "processes", "memory", "seconds", "text",
            "embedded", "indlet", "library", "submitted");
    private static final String NONE = "none";

    @Option(names = "--watch", negatable = true, description = "stay, and crawl again when a local folder has changed; other locations are looked at by --interval (default: 10m)")
    private @Nullable Boolean watch;

    @Option(names = "--interval", paramLabel = "D", description = "stay, and crawl again after this time, such as 1h")
    private @Nullable String interval;

    @Option(names = "--deposit", negatable = true, description = "new documents wait until you approve them on the deposit page of serve, where you also add files and correct descriptions; what is published already stays")
    private @Nullable Boolean deposit;

    @Option(names = "--formats-order", paramLabel = "LIST", description = "extensions of files: the first one that a resource has is its primary manifestation (default: pdf,epub,html,…)")
    private @Nullable String order;

    @Option(names = "--policy", paramLabel = "TEXT", description = "index policy, such as english, or 'tokenizer=icu case=fold stop=none'; default: words in lower case")
    private @Nullable String policy;

    @Option(names = "--index", paramLabel = "LIST", description = "index formats that are offered: terms, tf_basic, tf_positional, or none (default: tf_basic)")
    private @Nullable String index;

    @Option(names = "--url", paramLabel = "URL", description = "address under which the files of the location are on the web; repeated for further locations, in their order")
    private List<String> urls = new ArrayList<>();

    @Option(names = "--by-value", paramLabel = "SIZE", description = "complex objects (oai_didl, mets) hold the content of files up to this size, such as 1MB (default: none)")
    private @Nullable String byValue;

    @Option(names = "--secrets", paramLabel = "FILE", description = "user names and passwords of remote hosts, in the form of .netrc; nobody else may read it")
    private @Nullable Path secrets;

    @Option(names = "--exclude", paramLabel = "PATTERN", description = "leave out files and folders with such a path, for instance 'drafts/**' or '**.bak' (may be repeated)")
    private List<String> excluded = new ArrayList<>();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = {
            "bounds of the crawl (files, depth, size=200MB, links=on to follow symbolic links), of extraction (processes, memory=512MB,",
            "seconds=60, text=20000000 characters, embedded=100), extractors of your own (indlet, library); with --deposit: submitted=shown",
            "publishes documents before their approval too, in the set submitted (default: withheld)"})
    private List<String> options = new ArrayList<>();

    /**
     * Returns the settings that are wanted.
     *
     * @param locations as they were typed; empty to keep those before
     * @param kept settings of the collection so far; null for none
     * @param folder the current one
     */
    CollectionSettings settings(CommandSpec spec, List<String> locations, @Nullable CollectionSettings kept, Path folder) {
        CollectionSettings base = kept == null || !locations.isEmpty() ? null : kept;
        List<Location> places = base == null ? places(spec, locations, kept, folder) : base.locations();
        if (base != null && !urls.isEmpty()) {
            places = withUrls(spec, places);
        }
        CollectionSettings before = kept == null ? CollectionSettings.of(places) : kept;
        NamedValues named = NamedValues.of(spec, OPTION, options, NAMES);
        String indlet = named.one("indlet");
        List<String> libraries = named.all("library");
        String language = policy;
        List<Location> wanted = places;
        return Words.read(spec, "publish", () -> new CollectionSettings(wanted,
                order == null ? before.order() : list(order),
                language == null ? before.policy() : language.equals("default") ? null : language,
                index == null ? before.index() : formats(index),
                byValue == null ? before.byValue() : byValue.equals(NONE) ? 0 : SourceInput.bytes(byValue),
                indlet == null ? before.indlet() : indlet.equals(NONE) ? "" : indlet,
                libraries == null
                        ? before.libraries()
                        : libraries.stream().map(library -> folder.resolve(library).normalize()).toList(),
                secrets == null ? before.secrets() : folder.resolve(secrets).normalize(),
                excluded.isEmpty() ? before.excluded() : excluded.equals(List.of(NONE)) ? List.of() : excluded,
                bounds(spec, named, before.bounds()), limits(spec, named, before.limits()),
                approval(spec, named.one("submitted"), before.approval()),
                interval == null ? before.interval() : interval.equals(NONE) ? null : interval(interval),
                watch == null ? before.watch() : watch));
    }

    private Approval approval(CommandSpec spec, @Nullable String submitted, Approval before) {
        Approval wanted = before;
        if (deposit != null && !deposit.equals(before.isAsked())) {
            wanted = deposit ? Approval.REQUIRED : Approval.NONE;
        }
        if (submitted == null) {
            return wanted;
        }
        if (!wanted.isAsked()) {
            throw Words.wrong(spec, "--option submitted: documents are only submitted with --deposit");
        }
        return switch (submitted) {
            case "shown" -> Approval.SHOWN;
            case "withheld" -> Approval.REQUIRED;
            default -> throw Words.wrong(spec, "--option submitted is shown or withheld, not '" + submitted + "'");
        };
    }

    private static Duration interval(String text) {
        return SourceInput.duration(text);
    }

    private static List<String> list(@Nullable String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split("[,\\s]+")).map(word -> word.startsWith(".") ? word.substring(1) : word)
                        .map(word -> word.toLowerCase(Locale.ROOT)).filter(word -> !word.isEmpty()).toList();
    }

    private static List<IndexFormat> formats(@Nullable String text) {
        List<String> words = list(text);
        return words.equals(List.of(NONE))
                ? List.of()
                : words.stream().map(word -> IndexFormat.ofPrefix(word).orElseThrow(
                        () -> new IllegalArgumentException("'" + word + "' is none of terms, tf_basic, tf_positional, none")))
                        .toList();
    }

    private List<Location> places(CommandSpec spec, List<String> locations, @Nullable CollectionSettings kept, Path folder) {
        List<Location> places = new ArrayList<>();
        for (String given : locations) {
            try {
                String address = FileTrees.address(given, folder);
                Optional<String> url = kept == null
                        ? Optional.empty()
                        : kept.locations().stream().filter(location -> location.address().equals(address)).findFirst()
                                .map(Location::url);
                places.add(new Location(address, url.orElse(null)));
            } catch (TreeException failure) {
                throw Words.wrong(spec, String.valueOf(failure.getMessage()));
            }
        }
        return urls.isEmpty() ? places : withUrls(spec, places);
    }

    private List<Location> withUrls(CommandSpec spec, List<Location> places) {
        if (urls.size() > places.size()) {
            throw Words.wrong(spec,
                    "--url stands there " + urls.size() + " times, and there are " + places.size() + " locations");
        }
        List<Location> all = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            String url = i < urls.size() ? urls.get(i) : places.get(i).url();
            if (url != null && !url.equals(NONE) && !url.matches("https?://[^\\s?#]+")) {
                throw Words.wrong(spec, "--url: '" + url + "' is no web address; it looks like https://www.example.org/papers/");
            }
            all.add(new Location(places.get(i).address(), NONE.equals(url) ? null : url));
        }
        return all;
    }

    private static CrawlBounds bounds(CommandSpec spec, NamedValues named, CrawlBounds before) {
        Boolean links = named.truth("links");
        String size = named.one("size");
        return new CrawlBounds(number(spec, named, "files", before.files()), number(spec, named, "depth", before.depth()),
                size == null ? before.bytes() : SourceInput.bytes(size), links == null ? before.follow() : links);
    }

    private static ExtractionLimits limits(CommandSpec spec, NamedValues named, ExtractionLimits before) {
        String memory = named.one("memory");
        return new ExtractionLimits(number(spec, named, "processes", before.processes()),
                memory == null ? before.megabytes() : (int) Math.min(Integer.MAX_VALUE, SourceInput.bytes(memory) >> 20),
                number(spec, named, "seconds", before.seconds()), number(spec, named, "text", before.characters()),
                number(spec, named, "embedded", before.embedded()));
    }

    private static int number(CommandSpec spec, NamedValues named, String name, int otherwise) {
        String text = named.one(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw Words.wrong(spec, named.label(name) + ": '" + text + "' is not a whole number, or too large a one");
        }
    }
}
