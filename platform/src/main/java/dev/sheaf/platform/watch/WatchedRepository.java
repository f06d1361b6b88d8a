package dev.sheaf.platform.watch;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.Reach;

/**
 * A repository that can be validated: the base URL of one or more sources, or of an entry of the registry. Immutable.
 *
 * @param address base URL in its usual spelling
 * @param sources the harvested sources with this base URL, those that are not paused first
 * @param lastRun end of the last harvest of one of them; null for none
 * @param isPaused true if all of these sources are paused
 * @param isForeign true if others have named the address, which may not lead into a private network then
 */
public record WatchedRepository(String address, List<Source> sources, @Nullable Instant lastRun, boolean isPaused,
        boolean isForeign) {

    /** Copies the list. */
    public WatchedRepository {
        sources = List.copyOf(sources);
    }

    /**
     * Returns a repository that is no source.
     *
     * @param isForeign true if others have named the address
     */
    public static WatchedRepository unharvested(String address, boolean isForeign) {
        return new WatchedRepository(address, List.of(), null, false, isForeign);
    }

    /** Returns the base URL of a source in its usual spelling; empty if the source is not harvested, or cannot be. */
    public static Optional<String> address(Source source) {
        String baseUrl = source.baseUrl();
        if (!source.kind().isHarvested() || baseUrl == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(BaseUrl.parse(baseUrl).toString());
        } catch (IllegalArgumentException _) {
            // A program can register any text; one such source must not end the watch over the others.
            return Optional.empty();
        }
    }

    /** Returns the repositories of harvested sources, in the order of the sources. */
    static List<WatchedRepository> of(List<SourceStatus> sources) {
        Map<String, List<SourceStatus>> byAddress = new LinkedHashMap<>();
        for (SourceStatus status : sources) {
            address(status.source())
                    .ifPresent(address -> byAddress.computeIfAbsent(address, _ -> new ArrayList<>()).add(status));
        }
        return byAddress.entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList();
    }

    /** Returns the repository of one source; empty if the source is not harvested. */
    public static Optional<WatchedRepository> of(SourceStatus source) {
        return of(List.of(source)).stream().findFirst();
    }

    private static WatchedRepository of(String address, List<SourceStatus> sources) {
        List<Source> active = new ArrayList<>();
        List<Source> paused = new ArrayList<>();
        Instant lastRun = null;
        for (SourceStatus status : sources) {
            (status.state() == SourceStatus.State.PAUSED ? paused : active).add(status.source());
            Instant ended = status.lastRun();
            if (ended != null && (lastRun == null || ended.isAfter(lastRun))) {
                lastRun = ended;
            }
        }
        boolean isPaused = active.isEmpty();
        active.addAll(paused);
        return new WatchedRepository(address, active, lastRun, isPaused, false);
    }

    /** Returns the ids of the harvested sources by the hosts of their base URLs. */
    static Map<String, List<String>> sourcesByHost(List<SourceStatus> sources) {
        Map<String, List<String>> byHost = new HashMap<>();
        for (SourceStatus status : sources) {
            address(status.source()).ifPresent(address -> byHost
                    .computeIfAbsent(HostPace.host(URI.create(address)), _ -> new ArrayList<>()).add(status.source().id()));
        }
        return byHost;
    }

    /** Returns the name of the host, see {@link HostPace#host(URI)}. */
    String host() {
        return HostPace.host(URI.create(address));
    }

    /** Returns the rules for requests to the repository: those of its first source, else the usual ones. */
    FetchRules rules(FetchRules usual) {
        FetchRules own = sources.isEmpty() ? usual : usual.of(sources.getFirst());
        return isForeign ? own.withReach(Reach.PUBLIC) : own;
    }
}
