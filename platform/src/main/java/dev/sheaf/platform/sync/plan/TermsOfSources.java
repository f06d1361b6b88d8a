package dev.sheaf.platform.sync.plan;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.schedule.Hint;
import dev.sheaf.schedule.PolicyName;
import dev.sheaf.schedule.SourceTerms;
import dev.sheaf.store.HubStore;

/** Terms of the schedules of sources, from their settings and from the statements and behaviour of their repositories. For one thread at a time. */
final class TermsOfSources {

    private static final Logger LOG = LoggerFactory.getLogger(TermsOfSources.class);
    private static final Duration DAY = Duration.ofDays(1);
    /** Shortest time between two harvests that nobody has ordered. */
    private static final Duration LEAST = Duration.ofMinutes(10);
    /** Shortest time between two harvests, as a multiple of the time between two requests. */
    private static final int REQUESTS = 20;
    /** Shortest delay of publication that counts. Times of changes have a precision of five minutes. */
    private static final Duration LEAST_LATE = Duration.ofMinutes(10);
    private static final Duration MOST_LATE = Duration.ofDays(3);

    /**
     * Statements and behaviour of a repository.
     *
     * @param late seconds from a datestamp to the time at which its record is visible
     */
    private record Told(boolean wholeDays, @Nullable Hint hint, long late) {}

    private final HubStore store;
    private final Map<String, Told> told = new HashMap<>();
    private Map<String, Duration> pinned;

    TermsOfSources(HubStore store) {
        this.store = store;
        this.pinned = store.schedules().pinned();
    }

    /** Reads the pinned sources again, with one query for all: sources are checked all the time, and few are pinned. */
    void readPinned() {
        pinned = store.schedules().pinned();
    }

    /** Reports a harvest of a source by any process, after which its statements about itself may have changed. */
    void renew(String id) {
        told.remove(id);
    }

    /** Returns the current terms of a source's schedule. */
    SourceTerms of(Source source) {
        Told known = told.computeIfAbsent(source.id(), this::read);
        String word = source.settings().policy();
        PolicyName policy = word == null ? PolicyName.NET_RATE : PolicyName.of(word).orElse(PolicyName.NET_RATE);
        Duration latency = source.settings().latency();
        Duration pin = pinned.get(source.id());
        Duration pace = source.settings().access().interval();
        // A harvest needs several requests, so a source with a minute between two requests must not be harvested every ten minutes.
        Duration least = pace == null ? LEAST : pace.multipliedBy(REQUESTS);
        return SourceTerms.of(policy, HostPace.host(URI.create(String.valueOf(source.baseUrl()))))
                .withLeast((least.compareTo(LEAST) > 0 ? least : LEAST).toSeconds())
                .withLatency(latency == null ? null : latency.toSeconds())
                .withPinned(pin == null ? null : pin.toSeconds())
                .withWholeDays(known.wholeDays()).withHint(known.hint());
    }

    /** Returns the seconds from a datestamp of a source to the time at which its record is visible. */
    long late(String id) {
        return told.computeIfAbsent(id, this::read).late();
    }

    private Told read(String id) {
        RepositoryDescription identify = store.description(id).map(SourceDescription::identify).orElse(null);
        boolean wholeDays = identify != null && Granularity.DAY.equals(identify.granularity().orElse(null));
        Duration late = store.profile(id).duration(ServerTrait.LATENESS).filter(time -> time.compareTo(LEAST_LATE) >= 0)
                .orElse(Duration.ZERO);
        if (wholeDays) {
            // A record whose datestamp is a day may have been published as late as the end of that day.
            late = late.plus(DAY).minusSeconds(1);
        }
        return new Told(wholeDays, identify == null ? null : hint(id, identify),
                late.compareTo(MOST_LATE) > 0 ? MOST_LATE.toSeconds() : late.toSeconds());
    }

    /** Returns the update period in a syndication container of Identify; null without one. A container that cannot be used is logged and skipped. */
    static @Nullable Hint hint(String id, RepositoryDescription identify) {
        for (XmlFragment fragment : identify.descriptions()) {
            Optional<Description> description = ContainerReader.description(fragment);
            if (description.isEmpty() && ContainerReader.kind(fragment).filter(Container.SYNDICATION::equals).isPresent()) {
                LOG.warn("syndication in Identify not used: source={} reason=\"{}\"", id,
                        ContainerReader.fault(fragment).orElse("it cannot be read"));
            } else if (description.orElse(null) instanceof Syndication syndication && syndication.interval().toSeconds() > 0) {
                Instant base = syndication.updateBase();
                return new Hint(syndication.interval().toSeconds(), base == null ? null : base.getEpochSecond());
            }
        }
        return null;
    }
}
