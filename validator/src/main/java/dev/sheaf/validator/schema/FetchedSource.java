package dev.sheaf.validator.schema;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;

/**
 * Schemas at their addresses on the web. The addresses come from sources and are hostile: a fetch has bounds of size, time and number, and
 * leads into public networks alone, except to the host of the source itself. Each address is asked once. For one thread.
 */
public final class FetchedSource implements SchemaSource {

    private static final int MOST_DOCUMENTS = 60;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MOST_REDIRECTS = 5;

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final String home;
    private final Pause pause;
    private final Map<String, SchemaDocument> fetched = new LinkedHashMap<>();
    private final Map<String, SchemaFault> failed = new LinkedHashMap<>();

    /**
     * Prepares to fetch.
     *
     * @param fetcher stays its owner's
     * @param rules of requests to the source
     * @param home base URL of the source, or an address that the operator typed; null for none, so that all addresses are strangers'
     */
    public FetchedSource(HttpFetcher fetcher, FetchRules rules, @Nullable URI home, Pause pause) {
        this.fetcher = fetcher;
        this.rules = rules;
        this.home = home == null ? "" : String.valueOf(home.getAuthority());
        this.pause = pause;
    }

    /** Returns the rules for an address. Only the host of the source sees its credentials, and it must not lead elsewhere. */
    private FetchRules rules(URI address) {
        boolean isHome = home.equals(address.getAuthority());
        FetchRules plain = isHome ? rules : rules.withAccess(Access.DEFAULT, null);
        return new FetchRules(plain.userAgent(), plain.from(), SchemaDocument.LARGEST, SchemaDocument.LARGEST, LONGEST, LONGEST,
                LONGEST, 1, Duration.ofSeconds(1), isHome ? 0 : MOST_REDIRECTS, plain.access(), isHome ? address : null,
                isHome ? rules.reach() : Reach.PUBLIC, null);
    }

    @Override
    public Optional<SchemaDocument> find(String namespace, String address) throws SchemaFault {
        if (!address.startsWith("http://") && !address.startsWith("https://")) {
            return Optional.empty();
        }
        SchemaDocument known = fetched.get(address);
        if (known != null) {
            return Optional.of(known);
        }
        SchemaFault fault = failed.get(address);
        if (fault != null) {
            throw fault;
        }
        if (fetched.size() + failed.size() >= MOST_DOCUMENTS) {
            throw new SchemaFault("more than " + MOST_DOCUMENTS + " schemas would have to be fetched");
        }
        try {
            SchemaDocument document = fetch(address);
            fetched.put(address, document);
            return Optional.of(document);
        } catch (SchemaFault failure) {
            failed.put(address, failure);
            throw failure;
        }
    }

    private SchemaDocument fetch(String address) throws SchemaFault {
        try {
            URI uri = URI.create(address);
            Fetched answer = fetcher.fetch(uri, rules(uri), pause);
            try {
                if (answer.status() != 200) {
                    throw new SchemaFault(address + " is answered by HTTP " + answer.status());
                }
                return SchemaDocument.read(address, answer.body());
            } finally {
                answer.release();
            }
        } catch (HarvestException failure) {
            throw new SchemaFault(address + " cannot be fetched: " + failure.getMessage());
        } catch (IllegalArgumentException failure) {
            throw new SchemaFault("'" + address + "' is no address: " + failure.getMessage());
        }
    }
}
