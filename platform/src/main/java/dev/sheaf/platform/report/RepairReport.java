package dev.sheaf.platform.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.NotedFault;
import dev.sheaf.store.sources.ProxiedTally;

/**
 * Report on the faults in the responses of a source, for its administrator: the records, the faults, their first occurrence, and examples.
 * The faults come from the repairs and the quarantine of harvests, and from the live proxy.
 *
 * @param id id of the source
 * @param name name of the repository, for people
 * @param baseUrl base URL of the repository; empty for a source without one
 * @param administrators addresses of the administrators that the repository states
 * @param made time of the report
 * @param chapters one for each kind of fault: losses first, then those with most records
 * @param proxied counts of the live proxy during the last 30 days
 * @param isShortened true if one sort of faults has more than the {@value #MOST} that a report holds
 */
public record RepairReport(String id, String name, String baseUrl, List<String> administrators, Instant made,
        List<Chapter> chapters, ProxiedTally proxied, boolean isShortened) {

    /** Largest number of faults of one sort ({@link NotedFault.Met}) in a report. */
    public static final int MOST = 5_000;
    private static final Duration RECENTLY = Duration.ofDays(30);

    /**
     * All faults of one kind.
     *
     * @param kind kind in one word
     * @param fault explanation of the fault
     * @param remedy advice against the fault
     * @param faults one for each record, format and place of occurrence
     */
    public record Chapter(String kind, String fault, String remedy, List<NotedFault> faults) {

        /** Copies the faults. */
        public Chapter {
            faults = List.copyOf(faults);
        }

        /** Returns the number of affected records. */
        public long records() {
            return new HashSet<>(faults.stream().map(NotedFault::identifier).filter(Objects::nonNull).toList()).size();
        }

        /** Returns whether records are missing because of the fault. */
        public boolean isLoss() {
            return faults.stream().anyMatch(NotedFault::isLoss);
        }

        /** Returns the time of the first occurrence; empty if it is unknown. */
        public Optional<Instant> since() {
            return faults.stream().map(NotedFault::since).filter(Objects::nonNull).min(Comparator.naturalOrder());
        }

        /** Returns the time of the last occurrence; empty if it is unknown. */
        public Optional<Instant> last() {
            return faults.stream().map(NotedFault::last).filter(Objects::nonNull).max(Comparator.naturalOrder());
        }
    }

    public RepairReport {
        administrators = List.copyOf(administrators);
        chapters = List.copyOf(chapters);
    }

    /**
     * Returns the present report on a source.
     *
     * @param now date of the report
     */
    public static RepairReport of(HubStore store, Source source, Instant now) {
        Map<NotedFault.Met, Integer> counts = new EnumMap<>(NotedFault.Met.class);
        Map<String, List<NotedFault>> byKind = new LinkedHashMap<>();
        for (NotedFault fault : store.faults().of(source.id(), MOST + 1)) {
            if (counts.merge(fault.met(), 1, Integer::sum) <= MOST) {
                byKind.computeIfAbsent(fault.kind(), _ -> new ArrayList<>()).add(fault);
            }
        }
        List<Chapter> chapters = new ArrayList<>();
        byKind.forEach((kind, those) -> {
            FaultKinds.Explanation explanation = FaultKinds.of(kind);
            chapters.add(new Chapter(kind, explanation.fault(), explanation.remedy(), those));
        });
        chapters.sort(Comparator.comparing(Chapter::isLoss).thenComparingLong(Chapter::records).reversed());
        RepositoryDescription description = store.description(source.id()).map(SourceDescription::identify).orElse(null);
        return new RepairReport(source.id(), name(source, description), source.baseUrl() == null ? "" : source.baseUrl(),
                description == null ? List.of() : description.adminEmails(), now, chapters,
                store.faults().proxied(source.id(), now.minus(RECENTLY)),
                counts.values().stream().anyMatch(count -> count > MOST));
    }

    private static String name(Source source, @Nullable RepositoryDescription description) {
        String given = source.name();
        if (given != null) {
            return given;
        }
        return description == null || description.repositoryName().isBlank() ? source.id() : description.repositoryName();
    }

    /** Returns all faults, chapter by chapter. */
    public List<NotedFault> faults() {
        return chapters.stream().flatMap(chapter -> chapter.faults().stream()).toList();
    }
}
