package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.harvester.discovery.AddressKey;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.Registry.Listed;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * The repositories of compared lists that are neither sources nor in the registry: some of them are validated each day, and come into the
 * registry if they pass. Thread-safe.
 */
final class ListedCandidates {

    private static final Logger LOG = LoggerFactory.getLogger(ListedCandidates.class);
    private static final Duration DAY = Duration.ofDays(1);

    private final HubStore store;
    private final WatchTerms terms;
    private final InstantSource clock;

    ListedCandidates(HubStore store, WatchTerms terms, InstantSource clock) {
        this.store = store;
        this.terms = terms;
        this.clock = clock;
    }

    /**
     * Returns the next candidates, as many as the day has left.
     *
     * @param known base URLs of sources and of the registry
     * @param underWay base URLs of repositories that are being validated
     * @param waiting base URLs that cannot be validated at the moment; others take their places
     */
    List<String> next(Set<String> known, Set<String> underWay, Set<String> waiting, Map<String, NewestResults> newestOfAll,
            Instant now) {
        long today = newestOfAll.values().stream().map(NewestResults::last)
                .filter(last -> last.cause() == Cause.LIST && last.began().plus(DAY).isAfter(now)).count();
        long left = terms.candidates() - today - underWay.stream().filter(address -> !known.contains(address)).count();
        List<String> next = new ArrayList<>();
        if (left <= 0 || terms.lists().isEmpty()) {
            return next;
        }
        Set<AddressKey> keys = new HashSet<>();
        known.forEach(address -> keys.add(AddressKey.of(BaseUrl.parse(address))));
        for (String list : terms.lists()) {
            for (Listed entry : store.registry().listed(list)) {
                if (next.size() >= left) {
                    return next;
                }
                if (entry.missing() == 0 && !underWay.contains(entry.address()) && !waiting.contains(entry.address())
                        && isToBeTried(newestOfAll.get(entry.address()), now)
                        && keys.add(AddressKey.of(BaseUrl.parse(entry.address())))) {
                    next.add(entry.address());
                }
            }
        }
        return next;
    }

    /** Returns true for a repository that was not validated yet, or so long ago that it may be repaired by now. */
    private boolean isToBeTried(@Nullable NewestResults newest, Instant now) {
        return newest == null || newest.last().began().plus(terms.maxAge()).isBefore(now);
    }

    /** Adds a candidate to the registry if it has passed. */
    void validated(KeptValidation result) {
        if (result.cause() != Cause.LIST || result.outcome() != Outcome.PASSED) {
            return;
        }
        Optional<String> list = terms.lists().stream()
                .filter(one -> store.registry().listed(one).stream().anyMatch(
                        entry -> entry.address().equals(result.address()) && entry.missing() == 0))
                .findFirst();
        if (list.isPresent()) {
            ActionResult added = new RegistryActions(store, terms).add(result.address(), list.get(), clock.instant());
            LOG.info("candidate for the registry: {}", added.message());
        }
    }
}
