package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.store.runs.RunProgress.Checks;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;

/**
 * Validation of a run's pages against schemas. Invalid pages are stored anyway; they are counted, and some are reported. Not thread-safe.
 */
final class PageChecks {

    private static final int EXAMPLES = 50;
    private static final int RULES = 50;
    /** Name of the common counter of all rules after the first {@value #RULES}. */
    private static final String OTHER_RULES = "(all other rules together)";

    private final String source;
    private final List<Invalid> examples = new ArrayList<>();
    private final Map<String, Long> rules = new LinkedHashMap<>();
    private final Set<String> changedRules = new HashSet<>();
    private int toldExamples;
    private long pages;
    private long invalidPages;
    private long records;
    private long invalidRecords;
    private long uncheckedRecords;
    private long otherFormats;

    /**
     * @param source id, for messages
     */
    PageChecks(String source) {
        this.source = source;
    }

    /** Validates a response. */
    void look(Fetched response) {
        PageFindings findings = PageCheck.of(response.body(), response.header("Content-Type").orElse(""));
        pages++;
        records += findings.records();
        invalidRecords += findings.invalidRecords();
        uncheckedRecords += findings.uncheckedRecords();
        otherFormats += findings.otherFormats();
        invalidPages += findings.envelopeFaults() > 0 ? 1 : 0;
        for (PageFindings.Fault fault : findings.examples()) {
            if (examples.size() < EXAMPLES) {
                examples.add(new Invalid(fault.identifier(), response.uri().toString(), fault.line(), fault.message()));
            }
        }
        findings.rules().forEach(this::count);
    }

    private void count(String rule, int times) {
        String counted = rules.containsKey(rule) || rules.size() < RULES ? rule : OTHER_RULES;
        rules.merge(counted, (long) times, Long::sum);
        changedRules.add(counted);
    }

    /** Returns the counts. */
    Checks checks() {
        return new Checks(pages, invalidPages, records, invalidRecords, uncheckedRecords, otherFormats);
    }

    /** Returns examples that were not returned before. */
    List<Invalid> newExamples() {
        List<Invalid> fresh = List.copyOf(examples.subList(toldExamples, examples.size()));
        toldExamples = examples.size();
        return fresh;
    }

    /** Returns the rules that were violated since the last call, each with its number of violations in the whole run. */
    Map<String, Long> changedRules() {
        Map<String, Long> changed = new HashMap<>(rules);
        changed.keySet().retainAll(changedRules);
        changedRules.clear();
        return changed;
    }

    /** Returns a summary of the findings, for people; empty if everything was checked and is valid. */
    Optional<String> summary() {
        StringBuilder text = new StringBuilder();
        if (checks().foundSomething()) {
            text.append("of ").append(records).append(" records ").append(invalidRecords)
                    .append(" violate their schema, and ").append(invalidPages).append(" of ").append(pages)
                    .append(" responses violate the protocol's; all are kept. ");
        }
        if (uncheckedRecords > 0) {
            text.append(uncheckedRecords).append(" could not be read, so they were not checked. ");
        }
        if (otherFormats > 0) {
            text.append("Of ").append(records).append(" records ").append(otherFormats)
                    .append(" are in formats without a schema: only the elements around them were checked. ");
        }
        rules.entrySet().stream().max(Map.Entry.comparingByValue()).ifPresent(rule -> text.append("Most often, ")
                .append(rule.getValue()).append(rule.getValue() == 1 ? " time: " : " times: ").append(rule.getKey())
                .append(rule.getKey().endsWith(".") ? " " : ". "));
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(text.append("For examples: sheaf source show ").append(source).toString());
    }
}
