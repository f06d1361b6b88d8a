package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.sources.SourceCare;

/**
 * Plan of the censuses of a source: every source has its headers compared from time to time, also one whose repository states that it reports
 * all deletions. Such repositories forget records too, after a restore from a backup or a change of software, and then no increment ever
 * tells.
 *
 * @param every interval between two censuses; zero for never
 * @param why reason for the interval, for people
 * @param last the last census of each format
 */
public record CensusPlan(Duration every, String why, List<CensusReport> last) {

    /** Longest interval that the program chooses: a vanished record is found within it and the next harvest. */
    public static final Duration LONGEST = Duration.ofDays(90);
    /** Interval for repositories that state that they report all deletions, as long as that was true. */
    private static final Duration PERSISTENT = Duration.ofDays(30);
    /** Average number of requests a day that the censuses of one source may send. The longest interval goes before it. */
    private static final int REQUESTS_A_DAY = 20;
    /** Identifiers on one page of a list, if the repository's number is not known. */
    private static final long USUAL_PAGE = 100;

    /** Copies the list. */
    public CensusPlan {
        last = List.copyOf(last);
    }

    /** Returns the plan of a source by its settings, its past and its size. */
    public static CensusPlan of(HubStore store, String source) {
        List<CensusReport> last = store.heldDeletions().censuses(source);
        SourceCare care = store.monitoring().of(source);
        Duration wanted = care.census();
        if (wanted != null) {
            return new CensusPlan(wanted, "as set", last);
        }
        boolean hasFound = last.stream().anyMatch(report -> report.missing() > 0);
        boolean isPersistent = policy(store, source) == DeletedRecordPolicy.PERSISTENT;
        Duration usual = isPersistent && !hasFound ? PERSISTENT : SourceCare.CENSUS;
        Duration afforded = afforded(store, source);
        if (afforded.compareTo(usual) > 0) {
            return new CensusPlan(afforded.compareTo(LONGEST) > 0 ? LONGEST : afforded,
                    "so that it costs few requests a day", last);
        }
        return new CensusPlan(usual, hasFound
                ? "the last one missed records"
                : isPersistent ? "the repository states that it reports deletions" : "by default", last);
    }

    /** Returns the stated policy. A repository without a legal statement on deletions has not stated that it reports them. */
    static DeletedRecordPolicy policy(HubStore store, String source) {
        return statedPolicy(store, source).orElse(DeletedRecordPolicy.NO);
    }

    /** Returns the stated policy; empty without a legal statement. */
    static Optional<DeletedRecordPolicy> statedPolicy(HubStore store, String source) {
        return store.description(source).map(SourceDescription::identify).map(RepositoryDescription::deletedRecord)
                .flatMap(DeletedRecordPolicy::fromText);
    }

    /** Returns the interval at which the censuses of all formats keep to the requests a day. */
    private static Duration afforded(HubStore store, String source) {
        long records = store.status(source).map(SourceStatus::records).orElse(0L);
        long perPage = Math.max(1, store.profile(source).number(ServerTrait.PAGE_SIZE).orElse(USUAL_PAGE));
        long formats = Math.max(1, store.statistics().formats(source).size());
        return Duration.ofHours(records / perPage * formats * 24 / REQUESTS_A_DAY);
    }

    /** Returns true if there are no censuses but those that an operator orders. */
    public boolean isNever() {
        return every.isZero();
    }

    /** Returns true if a census of a format is due. */
    boolean isDue(MetadataPrefix prefix, Instant now) {
        return last.stream().filter(report -> report.prefix().equals(prefix)).allMatch(report -> isDue(report, now));
    }

    /** Returns true if a census of any format is due. */
    boolean isDue(Instant now) {
        return !isNever() && (last.isEmpty() || last.stream().anyMatch(report -> isDue(report, now)));
    }

    private boolean isDue(CensusReport report, Instant now) {
        return Duration.between(report.at(), now).compareTo(every) >= 0;
    }

    /** Returns the time from which a complete harvest takes the next census; empty if there is none, or if the next harvest does. */
    public Optional<Instant> next() {
        return isNever() ? Optional.empty() : last.stream().map(report -> report.at().plus(every)).min(Instant::compareTo);
    }
}
