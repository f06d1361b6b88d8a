package dev.sheaf.validator.profile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.rules.Rule;

/**
 * The requirements by which a repository is judged. Immutable.
 *
 * @param name in small letters, digits and hyphens
 * @param title for people
 * @param texts of its rules with their levels, by name, in the order of reports
 * @param own rules that the profile itself states, besides those of this project
 */
public record Profile(String name, String title, Map<String, RuleText> texts, List<Rule> own) {

    /** Copies the collections. */
    public Profile {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        own = List.copyOf(own);
    }
}
