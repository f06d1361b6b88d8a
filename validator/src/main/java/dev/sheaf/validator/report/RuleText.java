package dev.sheaf.validator.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The texts of a rule. Immutable.
 *
 * @param rule name of the rule, such as {@code dates.granularity}
 * @param level weight of the requirement, unless a profile gives it another
 * @param clause paragraph of the specification (S) or of the guidelines (G)
 * @param title the requirement in a sentence
 * @param why it matters to harvesters and readers
 * @param mend what to do, in plain words
 * @param platforms what to do, by the name of the software where it is known
 */
public record RuleText(String rule, RequirementLevel level, String clause, String title, String why, String mend,
        Map<String, String> platforms) {

    /** Copies the map. */
    public RuleText {
        platforms = Collections.unmodifiableMap(new LinkedHashMap<>(platforms));
    }

    /** Returns the same with another level. */
    public RuleText withLevel(RequirementLevel other) {
        return new RuleText(rule, other, clause, title, why, mend, platforms);
    }
}
