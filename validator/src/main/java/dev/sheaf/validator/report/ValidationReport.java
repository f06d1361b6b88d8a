package dev.sheaf.validator.report;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a validation. Immutable.
 *
 * @param baseUrl that was asked
 * @param repository name by Identify; empty when it is not known
 * @param software the platform that runs it, as far as its responses reveal it; empty when they do not
 * @param profiles titles of the profiles by which it was judged
 * @param began when the run began
 * @param took how long it took
 * @param requests made
 * @param records judged, each format counted
 * @param scope what was judged, for people: whether lists were read whole, how large the sample is
 * @param unjudged why the repository could not be judged, or not to the end of the run; empty when it could
 * @param results in the order of the rules
 * @param listed the records that were seen, to which a later run can be compared
 */
public record ValidationReport(String baseUrl, String repository, String software, List<String> profiles, Instant began,
        Duration took, int requests, long records, String scope, String unjudged, List<RuleResult> results,
        ListSnapshot listed) {

    /** The outcome in one word. */
    public enum Outcome {
        /** Every MUST that could be judged is met. */
        PASSED,
        /** A MUST is not met. */
        FAILED,
        /** The repository could not be reached or not be judged. */
        NOT_JUDGED
    }

    /** Copies the lists. */
    public ValidationReport {
        profiles = List.copyOf(profiles);
        results = List.copyOf(results);
    }

    /** Returns the outcome. */
    public Outcome outcome() {
        if (results.stream().anyMatch(result -> result.verdict() == Verdict.FAILED)) {
            return Outcome.FAILED;
        }
        return unjudged.isEmpty() ? Outcome.PASSED : Outcome.NOT_JUDGED;
    }

    /** Returns the number of rules with each verdict. */
    public Map<Verdict, Integer> counts() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            counts.put(verdict, 0);
        }
        results.forEach(result -> counts.merge(result.verdict(), 1, Integer::sum));
        return counts;
    }

    /** Returns the number of rules with a verdict. */
    public int count(Verdict verdict) {
        return with(verdict).size();
    }

    /** Returns the results with a verdict. */
    public List<RuleResult> with(Verdict verdict) {
        return results.stream().filter(result -> result.verdict() == verdict).toList();
    }
}
