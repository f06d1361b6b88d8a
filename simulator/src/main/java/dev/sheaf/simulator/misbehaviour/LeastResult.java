package dev.sheaf.simulator.misbehaviour;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The least that Sheaf must achieve in one harvest against a fault. Records are identified by their numbers.
 *
 * @param claim the verdict that must be reached, or a better one
 * @param everythingLost true if no record has to arrive
 * @param lost records that need not arrive; all others must
 * @param withheld those of them that the repository names and does not deliver. They may arrive any day, so no harvest is complete without
 * them
 */
public record LeastResult(Claim claim, boolean everythingLost, Set<Integer> lost, Set<Integer> withheld) {

    /** Classes of verdicts, the best first. */
    public enum Claim {
        /** Everything arrived. */
        COMPLETE("complete"),
        /** All records arrived but those in quarantine. */
        SET_ASIDE("set-aside"),
        /** Partial or failed. */
        SHORT("short");

        private final String text;

        Claim(String text) {
            this.text = text;
        }

        /** Returns the word in the table. */
        public String text() {
            return text;
        }
    }

    /** Copies the sets. */
    public LeastResult {
        lost = Set.copyOf(lost);
        withheld = Set.copyOf(withheld);
    }

    /**
     * Reads one entry of the table: {@code complete}, {@code set-aside 5}, {@code withheld 15}, {@code short 15 20-29}, {@code short all}.
     *
     * @throws IllegalArgumentException if the entry has another form
     */
    static LeastResult parse(String text) {
        String[] words = text.strip().split("\\s+");
        boolean isWithheld = words[0].equals("withheld");
        String verdict = isWithheld ? Claim.SHORT.text() : words[0];
        Claim claim = Arrays.stream(Claim.values()).filter(one -> one.text().equals(verdict)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a verdict: '" + text + "'"));
        Set<Integer> lost = new TreeSet<>();
        boolean all = false;
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            if (word.equals("all")) {
                all = true;
            } else {
                String[] ends = word.split("-", 2);
                IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])).forEach(lost::add);
            }
        }
        return new LeastResult(claim, all, lost, isWithheld ? lost : Set.of());
    }

    /** Returns the least that must be achieved against both faults at once: the worse verdict, and every record that neither fault costs. */
    public LeastResult and(LeastResult other) {
        Set<Integer> both = new TreeSet<>(lost);
        both.addAll(other.lost);
        Set<Integer> bothWithheld = new TreeSet<>(withheld);
        bothWithheld.addAll(other.withheld);
        return new LeastResult(claim.compareTo(other.claim) < 0 ? other.claim : claim, everythingLost || other.everythingLost,
                both,
                bothWithheld);
    }

    /** Returns true if a record has to arrive. */
    boolean mustArrive(int number) {
        return !everythingLost && !lost.contains(number);
    }
}
