package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.LeastResult.Claim;

/**
 * Comparison of the identities and the metadata in a store with those of the repository. The rules:
 *
 * <ul>
 *   <li>A record that the repository holds unchanged before and after the harvest must be the same in the store: live with its metadata, or
 *       deleted. A record that changed during the harvest may be in either state.
 *   <li>{@code complete} with a record missing is wrong, unless it is a deleted record that the store never had. {@code
 *       complete-with-quarantine} is wrong when a missing record is not in quarantine. The {@code complete} of an increment does not concern
 *       records that earlier harvests put in quarantine because of their content. Any word that begins with {@code complete} is wrong while the
 *       repository names a record but does not deliver it ({@link LeastResult#withheld}).
 *   <li>{@code complete} with a live record in the store that the repository no longer holds is wrong after a harvest of everything. After an
 *       increment it is wrong only when the repository announced the deletion. Each record without identifier in quarantine excuses one such
 *       record, because it may be that record.
 *   <li>A deleted record in the store that is live in the repository, and a record that the repository never held, are wrong under any
 *       verdict.
 *   <li>A worse verdict than {@link LeastResult#claim}, or the absence of a record that {@link LeastResult#lost} does not name, is incomplete.
 * </ul>
 *
 * <p>One object judges the harvests of one stage, in order. Not thread-safe.
 */
public final class Judge {

    private static final Pattern ON_HOLD = Pattern.compile("(\\d+) deletions(?: in \\S+)? are held");

    private final Set<Integer> altered;
    private final Set<String> everHeld = new HashSet<>();

    /** @param altered records whose damage cannot be repaired exactly; they must be in the store with all their undamaged words */
    public Judge(Set<Integer> altered) {
        this.altered = Set.copyOf(altered);
    }

    /**
     * Judges one harvest.
     *
     * @param reach the least that had to be achieved
     * @param before the records at the beginning of the harvest
     * @param after the records at its end
     * @param full true for a harvest of everything, false for an increment
     * @param held the claim and the content of the store
     */
    public Judgement judge(LeastResult reach, Truth before, Truth after, boolean full, Held held) {
        for (Truth truth : List.of(before, after)) {
            everHeld.addAll(truth.records().keySet());
            everHeld.addAll(truth.others());
        }
        List<String> wrong = new ArrayList<>();
        Map<String, String> missing = missing(before, after, held, wrong);
        ghosts(before, after, full, held, wrong);
        claims(reach, after, held, missing, full, wrong);
        if (!wrong.isEmpty()) {
            return new Judgement(Mark.WRONG, wrong, after.records().size(), missing.size());
        }
        List<String> incomplete = incomplete(reach, held, missing);
        return new Judgement(incomplete.isEmpty() ? Mark.RIGHT : Mark.INCOMPLETE, incomplete, after.records().size(),
                missing.size());
    }

    private Map<String, String> missing(Truth before, Truth after, Held held, List<String> wrong) {
        Map<String, String> missing = new TreeMap<>();
        for (Map.Entry<String, OaiRecord> then : before.records().entrySet()) {
            String identifier = then.getKey();
            OaiRecord now = after.records().get(identifier);
            if (now == null) {
                continue;
            }
            boolean isAltered = isAltered(identifier);
            OaiRecord kept = held.records().get(identifier);
            String fault = RecordComparison.fault(now, kept, isAltered);
            if (fault != null && !then.getValue().equals(now)) {
                fault = RecordComparison.fault(then.getValue(), kept, isAltered) == null ? null : fault;
            }
            if (fault != null) {
                missing.put(identifier, fault);
                if (kept != null && kept.deleted() && !now.deleted() && !then.getValue().deleted()) {
                    wrong.add(identifier + " is live in the repository and was withdrawn");
                }
            }
        }
        return missing;
    }

    private boolean isAltered(String identifier) {
        return altered.contains(SimulatedRecords.number(identifier)) || altered.size() >= SimulatedRecords.FEWEST;
    }

    private void ghosts(Truth before, Truth after, boolean full, Held held, List<String> wrong) {
        Set<String> invented = new TreeSet<>();
        Set<String> gone = new TreeSet<>();
        for (Map.Entry<String, OaiRecord> kept : held.records().entrySet()) {
            String identifier = kept.getKey();
            if (!everHeld.contains(identifier)) {
                invented.add(identifier);
            } else if (!kept.getValue().deleted() && !before.holds(identifier) && !after.holds(identifier)) {
                gone.add(identifier);
            }
        }
        if (!invented.isEmpty()) {
            wrong.add("the repository never held " + invented);
        }
        if (gone.size() > nameless(held) + onHold(held) && full && held.outcome().isComplete()) {
            wrong.add("says " + held.outcome().verdict().text() + ", and still live, though gone, are " + gone);
        }
    }

    /** Returns the number of deletions that the outcome names as held, because GetRecord does not confirm them. */
    private static long onHold(Held held) {
        return ON_HOLD.matcher(held.outcome().toString()).results().mapToLong(number -> Long.parseLong(number.group(1))).sum();
    }

    private static boolean isDeleted(Truth truth, String identifier) {
        OaiRecord record = truth.records().get(identifier);
        return record != null && record.deleted();
    }

    private static long nameless(Held held) {
        return held.setAside().stream().filter(one -> one.identifier() == null || one.identifier().isBlank()).count();
    }

    private static void claims(LeastResult reach, Truth after, Held held, Map<String, String> missing, boolean full,
            List<String> wrong) {
        if (missing.isEmpty() || !held.outcome().isComplete()) {
            return;
        }
        boolean isIncrement = !full;
        boolean namesQuarantine = held.outcome().verdict() == HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE;
        Set<String> unnamed = new TreeSet<>(missing.keySet());
        unnamed.removeIf(one -> isDeleted(after, one) && !held.records().containsKey(one));
        if (namesQuarantine || isIncrement) {
            Set<String> named = held.setAside().stream().map(Quarantined::identifier).filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            unnamed.removeIf(one -> named.contains(one) && !reach.withheld().contains(SimulatedRecords.number(one)));
            if (unnamed.size() <= nameless(held)) {
                return;
            }
        }
        if (unnamed.isEmpty()) {
            return;
        }
        wrong.add("says " + held.outcome().verdict().text() + ", and not as in the repository are "
                + text(missing, unnamed));
    }

    private static List<String> incomplete(LeastResult reach, Held held, Map<String, String> missing) {
        List<String> incomplete = new ArrayList<>();
        if (claim(held.outcome()).compareTo(reach.claim()) > 0) {
            incomplete.add("says " + held.outcome() + "; " + reach.claim().text() + " was possible");
        }
        Set<String> absent = missing.keySet().stream().filter(identifier -> reach.mustArrive(SimulatedRecords.number(identifier)))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!absent.isEmpty()) {
            incomplete.add("says " + held.outcome() + ", and could have had " + text(missing, absent));
        }
        return incomplete;
    }

    private static Claim claim(HarvestOutcome outcome) {
        return switch (outcome.verdict()) {
            case COMPLETE, COMPLETE_UNPROVEN -> Claim.COMPLETE;
            case COMPLETE_WITH_QUARANTINE -> Claim.SET_ASIDE;
            case PARTIAL, FAILED -> Claim.SHORT;
        };
    }

    private static String text(Map<String, String> missing, Set<String> some) {
        return some.size() + ": "
                + some.stream().limit(3).map(one -> one + " " + missing.get(one)).collect(Collectors.joining(", "))
                + (some.size() > 3 ? ", ..." : "");
    }
}
