package dev.sheaf.validator.report;

import java.util.List;

/**
 * The verdict of a rule with its reasons. Immutable.
 *
 * @param text of the rule, with the level by which it was judged
 * @param verdict of the rule
 * @param reason why it was not judged or not reachable, or what became of it when asked again; empty for the others
 * @param judged places that were judged: responses, records, values
 * @param broken of these, those that are wrong
 * @param violations the first few of them
 */
public record RuleResult(RuleText text, Verdict verdict, String reason, long judged, long broken, List<Violation> violations) {

    /** Copies the list. */
    public RuleResult {
        violations = List.copyOf(violations);
    }

    /** Returns the name of the rule. */
    public String rule() {
        return text.rule();
    }

    /** Returns the same with another verdict and its reason. */
    public RuleResult with(Verdict other, String why) {
        return new RuleResult(text, other, why, judged, broken, violations);
    }
}
