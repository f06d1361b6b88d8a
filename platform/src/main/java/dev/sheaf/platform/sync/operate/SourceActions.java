package dev.sheaf.platform.sync.operate;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.ActionResult.Kind;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.platform.sync.derive.MadeFormats;
import dev.sheaf.platform.sync.operate.ReplayResult.Outcome;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.runs.InferredRun;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.SourceLease;

/** Actions of an operator on sources, for commands, pages and the programming interface. They do not wait for a run to end. Thread-safe. */
public final class SourceActions {

    /** Largest number of entries that are read again at once: more than a page of the quarantine, less than a minute of work. */
    private static final int MOST_REPLAYED = 1_000;

    private final HubStore store;
    private final InstantSource clock;
    private final SourceCorrection correction;

    /** @param clock time of the runs and of the headers of withdrawn records */
    public SourceActions(HubStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        this.correction = new SourceCorrection(store, clock);
    }

    private ActionResult known(String id, Function<SourceStatus, ActionResult> action) {
        Optional<SourceStatus> status = store.status(id);
        return status.isEmpty() ? ActionResult.unknown(id) : action.apply(status.get());
    }

    /** Registers a source without sending a request. Refused if a source or an aggregate has the id. */
    public ActionResult add(SourceChange change) {
        Source source = change.source();
        Optional<String> taken = taken(source.id());
        if (taken.isPresent()) {
            return ActionResult.refused(taken.get());
        }
        String alias = twice(source, null);
        put(change);
        return ActionResult.done(source.id() + ": registered" + alias);
    }

    /**
     * Changes the settings of a source; its records stay. Chosen formats are not derived here, because that may take long
     * ({@link DerivedFormats#catchUp}).
     */
    public ActionResult change(SourceChange change) {
        String id = change.source().id();
        Optional<String> fault = change.derived() == null ? Optional.empty() : new MadeFormats(store).fault(change.derived());
        if (fault.isPresent()) {
            return ActionResult.nothing(fault.get());
        }
        return known(id, before -> {
            boolean isMoved = !Objects.equals(before.source().baseUrl(), change.source().baseUrl());
            String alias = isMoved ? twice(change.source(), id) : "";
            put(change);
            return ActionResult.done(id + ": changed" + alias);
        });
    }

    /** Returns why a new source cannot have an id; empty if it can. */
    public Optional<String> taken(String id) {
        if (store.source(id).isPresent()) {
            return Optional.of("there is a source '" + id + "' already");
        }
        return !id.equals(Aggregate.EVERYTHING) && store.aggregates().stream().anyMatch(aggregate -> aggregate.id().equals(id))
                ? Optional.of("there is an aggregate '" + id
                        + "', and a source must not have the id of an aggregate; choose another id")
                : Optional.empty();
    }

    private String twice(Source source, @Nullable String besides) {
        String baseUrl = source.baseUrl();
        return baseUrl == null
                ? ""
                : KnownRepositories.twin(store, BaseUrl.parse(baseUrl), besides).map(twin -> "\nBeware: " + twin.warning())
                        .orElse("");
    }

    private void put(SourceChange change) {
        String id = change.source().id();
        store.put(change.source());
        if (!change.profile().pinned().equals(store.profile(id).pinned())) {
            store.pinProfile(id, change.profile());
        }
        if (!change.care().equals(store.monitoring().of(id))) {
            store.monitoring().put(id, change.care());
        }
        if (change.derived() != null) {
            new DerivedFormats(store, () -> false).choose(id, change.derived());
        }
    }

    /** Pauses a source: a run under way ends at its next page, and none begins until the source is resumed. */
    public ActionResult pause(String id) {
        return known(id, _ -> store.control().pause(id, clock.instant())
                ? ActionResult.done(id + ": paused")
                : ActionResult.nothing(id + " is paused already"));
    }

    /** Resumes a paused source, which is then harvested again. */
    public ActionResult resume(String id) {
        return known(id, _ -> store.control().resume(id)
                ? ActionResult.done(id + ": no longer paused")
                : ActionResult.nothing(id + " is not paused"));
    }

    /**
     * Fixes the time between two harvests of a source, without regard to its policy.
     *
     * @param interval such as {@code 6h}; null to let the policy choose again
     */
    public ActionResult pin(String id, @Nullable String interval) {
        return known(id, _ -> {
            try {
                store.schedules().pin(id, interval == null ? null : SourceInput.duration(interval));
            } catch (IllegalArgumentException failure) {
                return ActionResult.refused("the interval is not fixed: " + failure.getMessage());
            }
            return ActionResult.done(interval == null
                    ? id + ": its policy chooses the times again"
                    : id + ": harvested every " + interval.strip() + " by a running hub");
        });
    }

    /** Holds the deletions of a source. From its next run on they wait for {@link #approve} or {@link #reject}. Harvests continue. */
    public ActionResult hold(String id) {
        return known(id, _ -> store.control().hold(id, clock.instant())
                ? ActionResult.done(id + ": deletions are held from the next run on")
                : ActionResult.nothing(id + ": deletions are held already"));
    }

    /** Ends the hold on deletions of a source. Deletions that are held already still wait. */
    public ActionResult release(String id) {
        return known(id, _ -> store.control().release(id)
                ? ActionResult.done(id + ": deletions are carried out again, from the next run on")
                : ActionResult.nothing(id + ": deletions are not held by an operator"));
    }

    /** Asks the run under way to end. It ends as soon as the present page is saved. */
    public ActionResult cancel(String id) {
        return known(id, _ -> {
            if (!store.leases().isHeld(id)) {
                return ActionResult.nothing(id + " is not being harvested: there is nothing to cancel");
            }
            store.control().cancel(id);
            return ActionResult.done(id + ": cancelled; " + afterCancel(id));
        });
    }

    private String afterCancel(String id) {
        RunReport.Kind kind = store.runs().last(id, 1).stream().map(RunReport::kind).findFirst()
                .orElse(RunReport.Kind.FILL);
        return switch (kind) {
            case FILL -> store.source(id).map(Source::kind).filter(filled -> !filled.resumes()).isPresent()
                    ? "records that were stored stay. For the rest, run the same import again"
                    : "the next harvest continues this one";
            case APPROVAL -> "deletions that were not carried out are still held";
            case ROLLBACK -> "records that were gone through are as they were before the run. To undo the rest: sheaf source rollback "
                    + id;
            case REPLAY -> "the rest stays in quarantine";
        };
    }

    /** Withdraws the records whose deletions are held. */
    public ActionResult approve(String id) {
        return held(id, () -> correction.approve(id).map(counts -> number(counts.deleted()) + " records withdrawn"
                + (counts.same() == 0 ? "" : "; " + number(counts.same()) + " were listed again in the meantime and stay")
                + stillHeld(id)));
    }

    private String stillHeld(String id) {
        long left = store.heldDeletions().count(id);
        return left == 0 ? "" : "; cancelled: " + number(left) + " deletions are still held";
    }

    /** Keeps the records whose deletions are held. The next census holds them again if it still misses them. */
    public ActionResult reject(String id) {
        return held(id, () -> correction.reject(id).map(kept -> number(kept) + " records stay"));
    }

    /** Decision on held deletions; returns empty if a run of the source is under way. */
    private interface Decision {
        Optional<String> carryOut();
    }

    private ActionResult held(String id, Decision decision) {
        return known(id, _ -> {
            if (store.heldDeletions().count(id) == 0) {
                return ActionResult.nothing(id + ": no deletions are held");
            }
            return decision.carryOut().map(text -> ActionResult.done(id + ": " + text))
                    .orElseGet(() -> ActionResult.busy(id));
        });
    }

    /** Undoes the last run of a source, without reporting progress. */
    public ActionResult rollback(String id) {
        return rollback(id, SourceCorrection.Watch.NONE);
    }

    /** Undoes the last run of a source. */
    public ActionResult rollback(String id, SourceCorrection.Watch watch) {
        return known(id, _ -> {
            Optional<Long> run = store.rollback().undoable(id);
            if (run.isEmpty()) {
                return ActionResult
                        .refused("there is no run of '" + id + "' that could be undone: only the last one can, and only once");
            }
            Optional<Counts> counts = correction.rollback(id, watch);
            if (counts.isEmpty()) {
                return ActionResult.busy(id);
            }
            boolean whole = store.rollback().undoable(id).isEmpty();
            return ActionResult.done(
                    id + ": run " + run.get() + (whole ? " is undone: " : " is undone in part: ") + number(counts.get().deleted())
                            + " records were withdrawn, " + number(counts.get().created()) + " were restored, "
                            + number(counts.get().changed()) + " have their former content"
                            + (whole ? "" : "; cancelled. To undo the rest: sheaf source rollback " + id));
        });
    }

    /** Undoes the inferred deletions of a run of a source, without reporting progress. */
    public ActionResult undo(String id, @Nullable Long run) {
        return undo(id, run, SourceCorrection.Watch.NONE);
    }

    /**
     * Undoes the inferred deletions of a run of a source.
     *
     * @param run its number; null to list such runs, and undo nothing
     */
    public ActionResult undo(String id, @Nullable Long run, SourceCorrection.Watch watch) {
        return known(id, _ -> {
            List<InferredRun> runs = store.rollback().inferred(id);
            if (runs.isEmpty()) {
                return ActionResult.refused("no record of '" + id
                        + "' was withdrawn in the last six months without the source reporting it as deleted");
            }
            if (run == null) {
                return ActionResult
                        .refused("name the run: " + runs.stream().map(SourceActions::text).collect(Collectors.joining("; "))
                                + ". To undo one: sheaf source undo " + id + " --run N");
            }
            if (runs.stream().noneMatch(one -> one.run() == run)) {
                return ActionResult.refused("run " + run + " has no inferred deletions that could be undone. Those that have: "
                        + runs.stream().map(SourceActions::text).collect(Collectors.joining("; ")));
            }
            Optional<Counts> counts = correction.undoInferred(id, run, watch);
            if (counts.isEmpty()) {
                return ActionResult.busy(id);
            }
            boolean whole = store.rollback().inferred(id).stream().noneMatch(one -> one.run() == run);
            return ActionResult
                    .done(id + ": the inferred deletions of run " + run + (whole ? " are undone: " : " are undone in part: ")
                            + number(counts.get().created() + counts.get().changed()) + " records were restored"
                            + (whole ? "" : "; cancelled. To undo the rest: sheaf source undo " + id + " --run " + run));
        });
    }

    /** Returns the runs of a source whose inferred deletions can be undone, latest first, each as a line for people. */
    public List<String> undoable(String id) {
        return store.rollback().inferred(id).stream().map(SourceActions::text).toList();
    }

    private static String text(InferredRun one) {
        return "run " + one.run() + " withdrew " + number(one.records()) + " records on " + one.at() + ", to be undone until "
                + one.until().truncatedTo(ChronoUnit.DAYS);
    }

    /**
     * Result of reading the quarantine again.
     *
     * @param result result of the whole action
     * @param things result for each entry; empty if nothing was tried
     */
    public record Replayed(ActionResult result, List<ReplayResult> things) {

        /** Copies the list. */
        public Replayed {
            things = List.copyOf(things);
        }
    }

    /**
     * Reads entries of the quarantine again with the present program, and stores those that are readable now.
     *
     * @param keys keys of the entries; empty for all, up to {@value #MOST_REPLAYED}
     */
    public Replayed replay(String id, List<String> keys) {
        Optional<Source> source = store.source(id);
        if (source.isEmpty()) {
            return new Replayed(ActionResult.unknown(id), List.of());
        }
        List<String> wanted = keys.isEmpty()
                ? store.repairs().quarantine(id, MOST_REPLAYED, 0).stream().map(QuarantineEntry::key).toList()
                : keys;
        if (wanted.isEmpty()) {
            return new Replayed(ActionResult.nothing(id + ": nothing is in quarantine"), List.of());
        }
        Optional<List<ReplayResult>> results = correction.replay(source.get(), wanted);
        return results.map(things -> new Replayed(told(id, things), things))
                .orElseGet(() -> new Replayed(ActionResult.busy(id), List.of()));
    }

    private static ActionResult told(String id, List<ReplayResult> things) {
        if (things.size() == 1) {
            ReplayResult one = things.getFirst();
            return new ActionResult(switch (one.outcome()) {
                case STORED, OUTDATED -> Kind.DONE;
                case UNREADABLE -> Kind.NOTHING;
                case UNKNOWN -> Kind.UNKNOWN;
            }, id + ": " + one.message());
        }
        long readable = things.stream().filter(one -> one.outcome() == Outcome.STORED || one.outcome() == Outcome.OUTDATED)
                .count();
        return new ActionResult(readable == 0 ? Kind.NOTHING : Kind.DONE, id + ": of " + number(things.size())
                + " entries in quarantine " + number(readable) + " can be read now");
    }

    /**
     * Removes a source. A source that the hub fills itself is not removed here: its records would be found as ordinary records without its
     * registration, and the hub would fill it again.
     *
     * @param keepRecords false to withdraw its records, true to leave them unchanged
     */
    public ActionResult remove(String id, boolean keepRecords) {
        return known(id, status -> {
            if (status.source().kind().isGenerated()) {
                return ActionResult.refused("the hub itself makes the records of '" + id
                        + "'; remove their setting (usage-logs) from"
                        + " the configuration and restart the hub, which then removes the source and withdraws its records");
            }
            Optional<SourceLease> lease = store.leases().tryTake(id);
            if (lease.isEmpty()) {
                return ActionResult.busy(id);
            }
            try (SourceLease _ = lease.get()) {
                store.remove(id, keepRecords);
            }
            return new ActionResult(Kind.DONE,
                    "Removed. Records " + (keepRecords ? "kept: " : "withdrawn: ") + number(status.records()));
        });
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
