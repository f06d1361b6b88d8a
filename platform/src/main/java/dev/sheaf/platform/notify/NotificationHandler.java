package dev.sheaf.platform.notify;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Status;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.announce.Notification;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.store.HubStore;

/**
 * Handler of notifications. It notes that the source has changes and informs the scheduler. The time and the selection of the harvest do
 * not depend on the message. Thread-safe.
 */
final class NotificationHandler {

    private static final Logger LOG = LoggerFactory.getLogger(NotificationHandler.class);
    private static final Set<String> SINGLE = Set.of("verb", "baseURL", "source", "from", "until", "sequence");
    private static final Set<String> REPEATABLE = Set.of("set", "metadataPrefix", "identifier");
    private static final List<String> ECHOED = List.of("baseURL", "from", "until", "sequence");

    private final HubStore store;
    private final InstantSource clock;
    /** Reason why no harvest follows an announcement. */
    static final String NO_SCHEDULE = "this hub harvests nothing by itself (harvest-budget: 0); the next harvest command takes the changes";

    private final Predicate<String> scheduler;

    /**
     * @param scheduler callback with the id of a source that announced changes; returns at once whether a harvest will follow
     */
    NotificationHandler(HubStore store, InstantSource clock, Predicate<String> scheduler) {
        this.store = store;
        this.clock = clock;
        this.scheduler = scheduler;
    }

    /** Checks the arguments, but not the sender. */
    static void check(OaiArguments arguments) throws RefusedException {
        Arguments.check(arguments, SINGLE, REPEATABLE);
        if (arguments.values("baseURL").isEmpty() && arguments.values("source").isEmpty()) {
            throw Arguments.bad("baseURL is missing: the base URL of the repository that has changed");
        }
        Arguments.checkRange(arguments);
        if (arguments.values("identifier").size() > Notification.MOST_IDENTIFIERS) {
            throw Arguments.bad("more than " + Notification.MOST_IDENTIFIERS + " identifiers: they are optional, leave them out");
        }
    }

    /** Returns the arguments that the response repeats. */
    static Map<String, String> echo(OaiArguments arguments) {
        Map<String, String> echo = new LinkedHashMap<>();
        echo.put("verb", "Notify");
        ECHOED.forEach(key -> arguments.values(key).stream().findFirst().ifPresent(value -> echo.put(key, value)));
        return echo;
    }

    /**
     * Accepts a notification.
     *
     * @param ids ids of the sources that signed it
     */
    Notified take(SignedCall call, List<String> ids) throws RefusedException {
        Status answer = Status.IGNORED;
        for (String id : ids) {
            Status status = take(id, call.arguments());
            LOG.info("notification: source={} client={} status={}", id, call.client(), status.text());
            answer = status.compareTo(answer) < 0 ? status : answer;
        }
        return new Notified(answer);
    }

    private Status take(String id, OaiArguments arguments) throws RefusedException {
        Source source = store.source(id).orElse(null);
        if (source == null || !source.kind().isHarvested() || source.baseUrl() == null) {
            throw new RefusedException(403, Code.NOT_SUBSCRIBED,
                    "this source is not harvested: its owner pushes the records (verb=PushMetadata)");
        }
        if (isKnown(source, arguments)) {
            return Status.IGNORED;
        }
        Instant now = clock.instant();
        boolean first = store.announcements().notified(id, now);
        if (!scheduler.test(id)) {
            LOG.info("notification ignored: source={} because=\"{}\"", id, NO_SCHEDULE);
            return Status.IGNORED;
        }
        return first ? Status.ACCEPTED : Status.DUPLICATE;
    }

    /** Returns true if everything up to the time in the notification has been harvested already. */
    private boolean isKnown(Source source, OaiArguments arguments) throws RefusedException {
        Datestamp until = Arguments.datestamp(arguments, "until");
        if (until == null) {
            return false;
        }
        Instant last = until.lastSecond().orElseThrow();
        Set<MetadataPrefix> prefixes = prefixes(source, arguments);
        List<@Nullable SetSpec> sets = new java.util.ArrayList<>(source.sets());
        if (sets.isEmpty()) {
            sets.add(null);
        }
        for (MetadataPrefix prefix : prefixes) {
            for (SetSpec set : sets) {
                Instant since = store.checkpoint(source.id(), new Selection(prefix, null, null, set))
                        .map(Checkpoint::completeSince)
                        .flatMap(Datestamp::instant).orElse(Instant.MIN);
                if (!since.isAfter(last)) {
                    return false;
                }
            }
        }
        return !prefixes.isEmpty();
    }

    /** Returns the harvested formats of the source. */
    private Set<MetadataPrefix> prefixes(Source source, OaiArguments arguments) {
        Set<MetadataPrefix> harvested = new LinkedHashSet<>(source.prefixes());
        if (harvested.isEmpty()) {
            store.description(source.id()).map(SourceDescription::formats).orElse(List.of()).stream().map(MetadataFormat::prefix)
                    .forEach(harvested::add);
        }
        List<String> named = arguments.values("metadataPrefix");
        if (!named.isEmpty()) {
            harvested.removeIf(prefix -> !named.contains(prefix.value()));
        }
        return harvested;
    }
}
