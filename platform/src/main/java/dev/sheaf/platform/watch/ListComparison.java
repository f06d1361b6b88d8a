package dev.sheaf.platform.watch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.discovery.AddressList;
import dev.sheaf.harvester.discovery.AddressReceiver;
import dev.sheaf.harvester.discovery.ListedAddress;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Registry.ComparedList;
import dev.sheaf.store.conformance.Registry.Listed;
import dev.sheaf.store.conformance.Registry.ListedName;

/**
 * Compares the registry with lists of others. A repository that came into the registry because a list named it leaves it when the list has not
 * named it in several comparisons in a row. A list that cannot be read completely, or that has suddenly lost half of its entries, changes
 * nothing. Thread-safe.
 */
public final class ListComparison {

    /** Time between two comparisons with a list. */
    static final Duration INTERVAL = Duration.ofDays(7);
    /** Time after which a list that was not reachable is requested again. */
    static final Duration RETRY = Duration.ofDays(1);
    /** Comparisons in a row without a repository after which it leaves the registry. */
    static final int MISSING = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ListComparison.class);
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration TOTAL = Duration.ofMinutes(10);
    private static final long LONGEST_LIST = 32L << 20;
    /** Lists with fewer entries may lose any number of them. */
    private static final int SMALL = 20;
    private static final String SHRUNK = "it has shrunk";

    private final HubStore store;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;

    /**
     * Prepares comparisons.
     *
     * @param fetcher client for requests; the caller closes it
     */
    public ListComparison(HubStore store, HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause) {
        this.store = store;
        this.fetcher = fetcher;
        this.rules = rules.withSizes(LONGEST_LIST, LONGEST_LIST).withTimes(IDLE, TOTAL).withAttempts(2);
        this.clock = clock;
        this.pause = pause;
    }

    /** Returns true if it is time to compare the registry with a list. */
    boolean isDue(String list, Instant now) {
        return store.registry().list(list).map(known -> {
            Duration wait = known.error() == null || known.error().startsWith(SHRUNK) ? INTERVAL : RETRY;
            return !known.tried().plus(wait).isAfter(now);
        }).orElse(true);
    }

    /**
     * Compares the registry with a list now.
     *
     * @param list its address
     * @return why there was no comparison; empty if there was one
     */
    public Optional<String> compare(String list) {
        return compare(list, () -> false);
    }

    /** @param isEnded true if the program is ending; a failure then says nothing about the list, and is not stored */
    Optional<String> compare(String list, BooleanSupplier isEnded) {
        Registry registry = store.registry();
        Instant now = clock.instant();
        Received received = new Received();
        try {
            read(list, received);
            Optional<String> distrust = distrust(registry.list(list), received);
            if (distrust.isPresent()) {
                return notCompared(list, now, distrust.get());
            }
        } catch (HarvestException failure) {
            if (isEnded.getAsBoolean()) {
                return Optional.of("the program is ending");
            }
            return notCompared(list, now, String.valueOf(failure.getMessage()));
        } catch (OaiFormatException failure) {
            return notCompared(list, now, "it cannot be read to its end: " + failure.getMessage());
        } catch (IOException failure) {
            return notCompared(list, now, "it cannot be read: " + failure.getMessage());
        }
        registry.compared(list, now, received.entries());
        LOG.info("registry compared: list={} entries={}", list, received.entries().size());
        removeMissing(list, now);
        return Optional.empty();
    }

    private Optional<String> notCompared(String list, Instant now, String reason) {
        String line = OneLine.of(reason);
        store.registry().notCompared(list, now, line);
        LOG.warn("registry not compared: list={} reason=\"{}\"", list, line);
        return Optional.of(line);
    }

    private void read(String list, Received received) throws IOException, OaiFormatException {
        Fetched fetched = fetcher.fetch(URI.create(list), rules, pause);
        try {
            if (!fetched.isSuccess()) {
                throw new HarvestException(HarvestException.Kind.HTTP_STATUS, list + " answered HTTP " + fetched.status());
            }
            AddressList.read(new ByteArrayInputStream(fetched.body()), received);
        } finally {
            fetched.release();
        }
    }

    /** Returns why a list is not believed; empty if it is. */
    private static Optional<String> distrust(Optional<ComparedList> known, Received received) {
        int size = received.entries().size();
        if (size == 0) {
            return Optional.of("it names no base URL");
        }
        if (received.isTooLong) {
            return Optional.of("it has more than " + Registry.MOST_LISTED + " entries");
        }
        int before = known.map(ComparedList::size).orElse(0);
        boolean isShrunk = before >= SMALL && size < before / 2;
        boolean isSeenBefore = known.map(ComparedList::error).filter(error -> error.startsWith(SHRUNK)).isPresent();
        return isShrunk && !isSeenBefore
                ? Optional.of(SHRUNK + " from " + before + " to " + size
                        + " entries; this is believed if the next comparison finds the same")
                : Optional.empty();
    }

    private void removeMissing(String list, Instant now) {
        Registry registry = store.registry();
        for (Listed entry : registry.listed(list)) {
            if (entry.missing() >= MISSING
                    && registry.find(entry.address()).filter(known -> list.equals(known.list())).isPresent()) {
                registry.remove(entry.address(), now, list + " has not named it since " + entry.missingSince() + ", in "
                        + entry.missing() + " comparisons");
                LOG.info("repository removed from the registry: url={} list={}", entry.address(), list);
            }
        }
    }

    /** The entries of a list; those that are no base URLs are left out. */
    private static final class Received implements AddressReceiver {

        private final Map<String, ListedName> byAddress = new LinkedHashMap<>();
        private boolean isTooLong;

        Collection<ListedName> entries() {
            return byAddress.values();
        }

        @Override
        public void address(ListedAddress address) {
            if (byAddress.size() >= Registry.MOST_LISTED) {
                isTooLong = true;
                return;
            }
            String name = address.name();
            String text = address.baseUrl().toString();
            byAddress.putIfAbsent(text, new ListedName(text, name == null ? "" : OneLine.of(name)));
        }

        @Override
        public void invalid(long line, String reason) {
            // A wrong entry says nothing about the others.
        }
    }
}
