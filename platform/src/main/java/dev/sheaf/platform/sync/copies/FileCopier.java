package dev.sheaf.platform.sync.copies;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.sync.BoundedPause;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.archives.Archive;

/**
 * Copies the files of archives that are harvested, while they are on line: those that their records name by an address on the host of the archive
 * and with a hash. Strangers have written these addresses, so they lead to public networks only, and to no other host. Thread-safe.
 */
public final class FileCopier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FileCopier.class);
    private static final int PORTION = 50;
    private static final int MOST_FAILURES = 10_000;
    private static final Duration RETRY = Duration.ofMinutes(10);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration TOTAL = Duration.ofMinutes(5);
    /** One archive must not hold up the copies of the others. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final HubStore store;
    private final CopiedFiles copies;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final Rounds rounds = new Rounds("sheaf-copier");
    private Map<String, String> hosts = Map.of();
    private long position;
    private boolean passed;
    /** Hashes that records name, by source; for the first pass, which removes all other copies. */
    private final Map<String, Set<String>> named = new HashMap<>();
    private final Map<Key, Instant> failures = new LinkedHashMap<>();

    private record Key(String source, String identifier) {}

    /**
     * Creates a copier; it begins with {@link #start}.
     *
     * @param fetcher client for requests; the caller closes it
     * @param privateToo true if archives may be in private networks
     */
    public FileCopier(HubStore store, CopiedFiles copies, HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause,
            boolean privateToo) {
        this.store = store;
        this.copies = copies;
        this.fetcher = fetcher;
        long most = Limit.COPY_BYTES.number();
        this.rules = rules.withSizes(most, most).withTimes(IDLE, TOTAL).withAttempts(1)
                .withReach(privateToo ? Reach.ANYWHERE : Reach.PUBLIC);
        this.clock = clock;
        this.pause = new BoundedPause(pause, LONGEST_WAIT);
    }

    /** Follows the store in a thread of its own; returns at once. */
    public void start() {
        rounds.start(() -> {
            try {
                round();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    /** Looks for changes at once, because records were saved. */
    public void wake() {
        rounds.wake();
    }

    /** Looks at what has changed since the last round; the first round looks at everything. For one thread at a time. */
    void round() throws IOException {
        Map<String, String> present = new HashMap<>();
        for (Archive archive : store.archives().all()) {
            String baseUrl = archive.baseUrl();
            if (archive.servesCopies() && baseUrl != null) {
                present.put(archive.id(), host(URI.create(baseUrl)));
            }
        }
        if (!present.equals(hosts)) {
            hosts = present;
            position = 0;
            passed = false;
            named.clear();
            failures.clear();
        }
        if (hosts.isEmpty() && passed) {
            return;
        }
        List<StoredRecord> page = hosts.isEmpty() ? List.of() : store.changes(DescribedFile.DIDL, position, PORTION);
        while (!page.isEmpty() && !rounds.isClosed()) {
            page.forEach(this::look);
            position = page.getLast().seq();
            page = store.changes(DescribedFile.DIDL, position, PORTION);
        }
        if (!passed && !rounds.isClosed()) {
            for (String source : copies.sources()) {
                copies.retain(source, named.getOrDefault(source, Set.of()));
            }
            passed = true;
            named.clear();
        }
        Instant now = clock.instant();
        for (Key key : List.copyOf(failures.keySet())) {
            if (!rounds.isClosed() && !now.isBefore(failures.getOrDefault(key, Instant.MAX))) {
                failures.remove(key);
                store.get(key.source(), DescribedFile.DIDL, key.identifier()).ifPresent(this::look);
            }
        }
    }

    private static String host(URI address) {
        return String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
    }

    private void look(StoredRecord stored) {
        String host = hosts.get(stored.source());
        XmlFragment metadata = stored.record().metadata();
        if (host == null || metadata == null || rounds.isClosed()) {
            return;
        }
        for (DescribedFile file : DescribedFile.read(metadata)) {
            String url = file.url();
            if (url != null && !file.sha256().isEmpty() && !rounds.isClosed()) {
                if (!passed) {
                    named.computeIfAbsent(stored.source(), _ -> new HashSet<>()).add(file.sha256());
                }
                if (copies.find(stored.source(), file.sha256()).isEmpty()) {
                    String fault = copy(stored.source(), host, url, file.sha256());
                    if (fault != null) {
                        LOG.info("file not copied: source={} url={} reason=\"{}\"", stored.source(), url, fault);
                        if (failures.size() < MOST_FAILURES) {
                            failures.put(new Key(stored.source(), stored.record().identifier()), clock.instant().plus(RETRY));
                        }
                    }
                }
            }
        }
    }

    /** Returns why a file was not copied; null when it was. */
    private @Nullable String copy(String source, String host, String url, String sha256) {
        try {
            URI address = URI.create(url);
            String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
            if (!scheme.equals("https") && !scheme.equals("http") || !host(address).equals(host)) {
                return "its address is not on the host of the archive";
            }
            if (copies.bytes(source) + Limit.COPY_BYTES.number() > Limit.COPIES_BYTES.number()) {
                return "the copies of the archive take up their space";
            }
            Fetched fetched = fetcher.fetch(address, rules, pause);
            try {
                if (!fetched.isSuccess()) {
                    return "HTTP " + fetched.status();
                }
                return copies.keep(source, sha256, fetched.body()) ? null : "it does not have the hash that its record states";
            } finally {
                fetched.release();
            }
        } catch (HarvestException failure) {
            BoundedPause.over();
            return String.valueOf(failure.getMessage());
        } catch (IOException | IllegalArgumentException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    /** Ends the thread after the request under way. */
    @Override
    public void close() {
        rounds.close();
    }
}
