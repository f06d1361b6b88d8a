package dev.sheaf.platform.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.sandbox.ChildSandbox;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.doctor.Finding.Check;
import dev.sheaf.search.lucene.IndexCheck;
import dev.sheaf.store.StoreCheck;
import dev.sheaf.store.StoreCopy;
import dev.sheaf.store.StoreRepair;
import dev.sheaf.store.Uptime;
import dev.sheaf.store.open.HubStores;

/**
 * Examines a data directory, and on request repairs damage that can be repaired without loss. An examination changes nothing, also while a
 * hub runs. Stateless.
 */
public final class Doctor {

    /** Tolerated distance of datestamps after the clock; a clock may have been set back a little. */
    private static final Duration FUTURE = Duration.ofDays(1);
    /** Distance of datestamps after the clock that is not worth a word. */
    private static final Duration TOLERATED = Duration.ofMinutes(5);
    /** Distance of the clock after the newest datestamp that only a wrong clock can cause. */
    private static final Duration LEAP = Duration.ofDays(1_096);
    /** A clock before this time is wrong, because there was no Sheaf. */
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final String RESTORE = "Restore a backup: sheaf restore FILE --replace";
    private static final String SALVAGE = RESTORE
            + ". Or write what can be read to a new data directory: sheaf doctor --salvage OUT";
    private static final String FIX = "sheaf doctor --fix";
    private static final String ACCEPT = "Set the clock right. If it is right: sheaf doctor --accept-clock --fix";

    private final Path dataDir;
    private final Path index;
    private final Instant now;
    private final Uptime uptime;
    private final boolean acceptsClock;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(Path dataDir, Path index, Instant now, Uptime uptime, boolean acceptsClock) {
        this.dataDir = dataDir;
        this.uptime = uptime;
        this.index = index;
        this.now = now;
        this.acceptsClock = acceptsClock;
    }

    /**
     * Examines a data directory.
     *
     * @param dataDir directory with a store
     * @param index directory of its search index
     * @param now present time by the clock
     * @param uptime uptime of this machine, by which the clock is judged
     * @return at least one finding for each {@link Check}, in the order of the checks
     */
    public static List<Finding> examine(Path dataDir, Path index, Instant now, Uptime uptime) {
        return new Doctor(dataDir, index, now, uptime, false).examine();
    }

    /**
     * Repairs damage that can be repaired without loss, then examines everything again. Nothing else may have the data directory open.
     *
     * @param acceptsClock true when an operator has confirmed that the clock is right
     * @return the repairs, then the findings of {@link #examine} afterwards
     * @throws StoreException when another process has the data directory open, or something cannot be written
     */
    public static List<Finding> fix(Path dataDir, Path index, Instant now, Uptime uptime, boolean acceptsClock) {
        if (HubStores.isInUse(dataDir)) {
            throw new StoreException(
                    "The data directory " + dataDir + " is in use, so nothing was repaired. Stop the hub and all "
                            + "commands that work with it, then try again; without --fix, doctor examines it meanwhile");
        }
        Doctor doctor = new Doctor(dataDir, index, now, uptime, acceptsClock);
        doctor.repair();
        List<Finding> all = new ArrayList<>(doctor.findings);
        all.addAll(examine(dataDir, index, now, uptime));
        return List.copyOf(all);
    }

    private List<Finding> examine() {
        try (StoreCheck store = HubStores.check(dataDir, uptime)) {
            Optional<String> refusal = store.refusal();
            if (refusal.isPresent()) {
                findings.add(new Finding(Check.DATABASE, Finding.State.FAULT, refusal.get() + ".", null));
                return List.copyOf(findings);
            }
            List<String> faults = store.structure();
            if (!faults.isEmpty()) {
                findings.add(Finding.fault(Check.DATABASE, "The database is damaged: " + String.join("; ", faults), SALVAGE));
                return List.copyOf(findings);
            }
            findings.add(Finding.ok(Check.DATABASE, "The structure of the database is intact."));
            records(store);
            counters(store);
            key(store);
            clock(store);
            runs(store);
            index(store);
            sandbox();
        } catch (StoreException e) {
            findings.add(Finding.fault(Check.DATABASE, String.valueOf(e.getMessage()), SALVAGE));
        }
        return List.copyOf(findings);
    }

    private void records(StoreCheck store) {
        StoreCheck.Damage damage = store.records();
        StoreCheck.Damage former = store.versions();
        if (former.count() > 0) {
            findings.add(Finding.fault(Check.RECORDS,
                    former.count() + " former versions are damaged and not shown: " + examples(former), RESTORE));
        }
        long versions = store.versionCount();
        findings.add(damage.count() == 0
                ? Finding.ok(Check.RECORDS, store.recordCount() + " records are as they were stored"
                        + (versions == 0 || former.count() > 0 ? "." : ", and so are " + versions + " former versions."))
                : Finding.fault(Check.RECORDS, damage.count() + " records are damaged: " + examples(damage),
                        FIX + ", then harvest their sources again with: sheaf harvest ID --full. Or: sheaf restore FILE --replace"));
    }

    private static String examples(StoreCheck.Damage damage) {
        return String.join("; ", damage.examples()) + (damage.count() > damage.examples().size() ? "; and others" : "") + ".";
    }

    private void counters(StoreCheck store) {
        StoreCheck.Damage lists = store.lists();
        long wrong = store.wrongCounters();
        if (lists.count() > 0) {
            findings.add(
                    Finding.fault(Check.COUNTERS, lists.count() + " list blocks are damaged: " + examples(lists), SALVAGE));
        }
        if (wrong > 0) {
            findings.add(Finding.fault(Check.COUNTERS, wrong + " counters are wrong.", FIX));
        }
        if (lists.count() == 0 && wrong == 0) {
            findings.add(Finding.ok(Check.COUNTERS, "The lists name stored records, and the counters are right."));
        }
    }

    private void key(StoreCheck store) {
        StoreCheck.Secrets secrets = store.secrets();
        findings.add(secrets.count() == 0
                ? Finding.ok(Check.KEY, "No secrets are kept.")
                : secrets.unreadable().count() == 0
                        ? Finding.ok(Check.KEY, "The key reads all secrets (" + secrets.count() + ").")
                        : Finding.fault(Check.KEY, secrets.unreadable().count() + " of " + secrets.count()
                                + " secrets cannot be read: " + String.join("; ", secrets.unreadable().examples()) + ".",
                                "Put the file " + StoreCopy.KEY_FILE + " of a backup into the data directory"));
    }

    private void clock(StoreCheck store) {
        StoreCheck.Stamps stamps = store.stamps(now);
        boolean isWell = store.isTimestampFileIntact();
        long newest = Math.max(stamps.newest(), store.highWaterMark().orElse(0L));
        Duration ahead = Duration.ofSeconds(newest == 0 ? 0 : now.getEpochSecond() - newest);
        Optional<Instant> doubted = store.expectedTime().filter(expected -> isDoubted(expected, newest));
        if (ahead.compareTo(LEAP) > 0) {
            findings.add(Finding.fault(Check.CLOCK,
                    "The time of the clock is " + now + ", " + ahead.toDays() + " days after the newest datestamp ("
                            + Instant.ofEpochSecond(newest) + "), so nothing is written.",
                    ACCEPT));
        } else if (doubted.isPresent()) {
            findings.add(Finding.fault(Check.CLOCK, "The time of the clock is " + now + ", but it should be " + doubted.get()
                    + ", by the time for which the machine has been running since Sheaf last used this directory. Nothing is written.",
                    ACCEPT));
        } else if (ahead.compareTo(TOLERATED.negated()) < 0) {
            String message = stamps.future() + " records are dated after the clock (" + now + "), the newest datestamp is "
                    + Instant.ofEpochSecond(newest) + ". Everything that changes gets that date.";
            findings.add(ahead.compareTo(FUTURE.negated()) < 0
                    ? Finding.fault(Check.CLOCK, message, isRepairable(stamps) ? FIX : ACCEPT)
                    : Finding.note(Check.CLOCK, message + " To date them again: " + FIX));
        } else if (ahead.compareTo(FUTURE) > 0) {
            findings.add(Finding.note(Check.CLOCK, "The time of the clock is " + now + ", " + ahead.toDays()
                    + " days after the newest datestamp. This is normal after a pause of that length."));
        } else {
            findings.add(Finding.ok(Check.CLOCK, "The clock agrees with the datestamps."));
        }
        findings.add(isWell
                ? Finding.ok(Check.OPEN_STAMP, "The file open-stamp is intact.")
                : Finding.fault(Check.OPEN_STAMP, "The file open-stamp is damaged, so the store cannot be opened.", FIX));
    }

    /** Returns whether the clock is more than a day ahead of what the uptime of the machine and the datestamps explain. */
    private boolean isDoubted(Instant expected, long newest) {
        return Duration.between(expected, now).compareTo(FUTURE) > 0 && now.getEpochSecond() - newest > FUTURE.toSeconds();
    }

    /**
     * Returns whether a clock that was ahead has dated the future records, and not a clock that is behind now. A clock that was ahead leaves
     * a gap, and then a range that is shorter than the gap, because everything later gets the last of its datestamps. A clock that is behind
     * finds records all along.
     */
    private boolean isRepairable(StoreCheck.Stamps stamps) {
        if (now.isBefore(BEGINNING)) {
            return false;
        }
        long before = stamps.lastPast() > 0 ? stamps.lastPast() : now.getEpochSecond();
        return stamps.future() == 0 || stamps.lastFuture() - stamps.firstFuture() <= stamps.firstFuture() - before;
    }

    private void runs(StoreCheck store) {
        StoreCheck.Runs runs = store.runs();
        if (!runs.running().isEmpty()) {
            findings.add(
                    Finding.note(Check.LEASES,
                            "A harvest or import of these sources is running: " + String.join(", ", runs.running()) + "."));
        }
        if (!runs.cutOff().isEmpty()) {
            findings.add(
                    Finding.note(Check.LEASES,
                            "The last run of these sources was interrupted: " + String.join(", ", runs.cutOff())
                                    + ". The next harvest continues it."));
        }
        if (runs.running().isEmpty() && runs.cutOff().isEmpty()) {
            findings.add(Finding.ok(Check.LEASES, "No harvest or import is running."));
        }
    }

    private void index(StoreCheck store) {
        IndexCheck found = IndexCheck.of(index);
        if (!found.exists()) {
            findings.add(Finding.note(Check.INDEX, "There is no search index yet. The next search builds it."));
        } else if (found.damage() != null) {
            findings.add(Finding.fault(Check.INDEX, "The search index is damaged: " + found.damage() + ".", FIX));
        } else if (knowsMore(found, store)) {
            findings.add(Finding.fault(Check.INDEX, "The search index holds records that the store does not hold.", FIX));
        } else {
            long behind = store.changesAfter(MetadataPrefix.OAI_DC, found.seq());
            findings.add(behind == 0
                    ? Finding.ok(Check.INDEX,
                            "The search index includes all changes; " + found.documents() + " records can be found.")
                    : Finding.note(Check.INDEX, "The search index is " + behind
                            + " changes behind. The hub or the next search catches up."));
        }
    }

    private void sandbox() {
        Optional<String> missing = ChildSandbox.fault();
        findings.add(ChildSandbox.Mode.present() == ChildSandbox.Mode.OFF
                ? Finding.note(Check.SANDBOX, "The configuration switches the sandbox of the system off.")
                : missing.isEmpty()
                        ? Finding.ok(Check.SANDBOX,
                                "Documents are read, and crosswalks run, in a sandbox of the system (bubblewrap).")
                        : Finding.note(Check.SANDBOX,
                                "Documents are read, and crosswalks run, without a sandbox of the system, in "
                                        + "processes of their own: " + missing.get() + "."));
    }

    private static boolean knowsMore(IndexCheck found, StoreCheck store) {
        return found.seq() > store.lastSeq() || found.documents() > store.liveRecords(MetadataPrefix.OAI_DC)
                && store.changesAfter(MetadataPrefix.OAI_DC, found.seq()) == 0;
    }

    private void repair() {
        try (StoreCheck store = HubStores.check(dataDir, uptime); StoreRepair repair = HubStores.repair(dataDir, uptime)) {
            if (store.refusal().isPresent() || !store.structure().isEmpty()) {
                return;
            }
            if (!store.isTimestampFileIntact()) {
                repair.timestampFile(now);
                findings.add(Finding.repaired(Check.OPEN_STAMP, "The file open-stamp was recreated."));
            }
            mendClock(store, repair);
            if (store.records().count() > 0) {
                mendRecords(repair);
            }
            if (store.wrongCounters() > 0) {
                repair.counters();
                findings.add(Finding.repaired(Check.COUNTERS, "All counters were recalculated."));
            }
        }
        mendIndex();
    }

    private void mendClock(StoreCheck store, StoreRepair repair) {
        StoreCheck.Stamps stamps = store.stamps(now);
        long newest = Math.max(stamps.newest(), store.highWaterMark().orElse(0L));
        long ahead = newest == 0 ? 0 : now.getEpochSecond() - newest;
        boolean isDoubted = store.expectedTime().filter(expected -> isDoubted(expected, newest)).isPresent();
        if (ahead < -TOLERATED.toSeconds() && (acceptsClock || isRepairable(stamps))) {
            long dated = repair.stamps(now);
            findings.add(Finding.repaired(Check.CLOCK, dated + " records that were dated after the clock are dated " + now
                    + " now. Harvesters of this hub that asked meanwhile must harvest again from "
                    + Instant.ofEpochSecond(Math.max(0, stamps.lastPast())) + "."));
        } else if (acceptsClock && (isDoubted || ahead > LEAP.toSeconds())) {
            repair.timestampFile(now);
            findings.add(Finding.repaired(Check.CLOCK, "The clock is accepted: " + now + "."));
        }
    }

    private void mendRecords(StoreRepair repair) {
        long renamed = repair.identifiers();
        if (renamed > 0) {
            findings.add(Finding.repaired(Check.RECORDS, renamed + " records got the identifiers of their items back."));
        }
        long marked = repair.markDamaged();
        if (marked > 0) {
            findings.add(Finding.repaired(Check.RECORDS, marked
                    + " damaged records were marked: the next full harvest of their source replaces them (sheaf harvest ID --full)."));
        }
    }

    private void mendIndex() {
        IndexCheck found = IndexCheck.of(index);
        boolean isWrong;
        try (StoreCheck store = HubStores.check(dataDir, uptime)) {
            isWrong = found.exists() && (found.damage() != null || knowsMore(found, store));
        }
        try {
            if (isWrong && Files.isDirectory(index) && IndexCheck.delete(index)) {
                findings.add(Finding.repaired(Check.INDEX, "The search index was deleted. The next search builds it again."));
            }
        } catch (IOException e) {
            throw new StoreException("The search index " + index + " cannot be deleted (" + e.getMessage() + ")", e);
        }
    }
}
