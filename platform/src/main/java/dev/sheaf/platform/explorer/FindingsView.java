package dev.sheaf.platform.explorer;

import java.util.List;

import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.report.RequirementLevel;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.report.Violation;

/**
 * Faults of a response. Sentences of the rules are in English.
 *
 * @param isResponse false if it is no OAI-PMH response, so that there is nothing to judge
 * @param isJudged false if the response could not be judged
 * @param isEarly true for protocol 1.x, which the schemas alone judge
 * @param schemaFaults what the schemas find
 * @param uncheckedFormats records whose format has no schema here
 * @param broken rules that are broken, those that must be kept first
 * @param passed titles of the rules that the response keeps
 */
public record FindingsView(boolean isResponse, boolean isJudged, boolean isEarly, List<ResponseFacts.SchemaFault> schemaFaults,
        int uncheckedFormats, List<Finding> broken, List<String> passed) {

    /**
     * A broken rule.
     *
     * @param isMust true if the protocol requires it, false if it recommends it
     * @param rule name of the rule
     * @param title the requirement
     * @param clause paragraph of the specification or the guidelines
     * @param places what is wrong, at the first few places
     * @param more number of further places
     * @param why the consequence
     * @param mend what to do
     */
    public record Finding(boolean isMust, String rule, String title, String clause, List<String> places, long more, String why,
            String mend) {}

    /** Copies the lists. */
    public FindingsView {
        schemaFaults = List.copyOf(schemaFaults);
        broken = List.copyOf(broken);
        passed = List.copyOf(passed);
    }

    static FindingsView of(ResponseAnalysis analysis) {
        List<Finding> broken = analysis.results().stream().filter(result -> result.verdict() != Verdict.PASSED)
                .sorted((one, other) -> one.text().level().compareTo(other.text().level())).map(FindingsView::finding).toList();
        List<String> passed = analysis.results().stream().filter(result -> result.verdict() == Verdict.PASSED)
                .map(result -> result.text().title()).toList();
        return new FindingsView(analysis.reading() != null, analysis.isJudged() && analysis.reading() != null, analysis.isEarly(),
                analysis.schemaFaults(), analysis.uncheckedFormats(),
                broken, passed);
    }

    private static Finding finding(RuleResult result) {
        RuleText text = result.text();
        List<String> places = result.violations().stream().map(FindingsView::place).toList();
        return new Finding(text.level() == RequirementLevel.MUST, text.rule(), text.title(), text.clause(), places,
                Math.max(0, result.broken() - places.size()), text.why(), text.mend());
    }

    private static String place(Violation violation) {
        String identifier = violation.identifier();
        return (identifier == null || identifier.isEmpty() ? "" : identifier + ": ") + violation.message();
    }

    /** Returns the number of broken rules that must be kept. */
    public long required() {
        return broken.stream().filter(Finding::isMust).count();
    }

    /** Returns the number of broken rules that should be kept. */
    public long recommended() {
        return broken.size() - required();
    }

    /** Returns whether nothing was found. */
    public boolean isClean() {
        return broken.isEmpty() && schemaFaults.isEmpty();
    }
}
