package dev.sheaf.validator.mutations;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.validator.mutations.ExpectedFindings.Entry;
import dev.sheaf.validator.mutations.ExpectedFindings.Kind;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;

/**
 * One misbehaviour and what the validator found. Immutable.
 *
 * @param name of the misbehaviour
 * @param description of the misbehaviour, for people
 * @param expected what must and may be found
 * @param findings verdict by rule, for each rule that found something
 * @param requests made by the validator
 * @param unjudged why the run could not judge the repository; empty when it could
 */
record MutationRow(String name, String description, Entry expected, SortedMap<String, Verdict> findings, int requests,
        String unjudged) {

    /** Name in place of a rule: the run must say that the repository cannot be judged. */
    static final String NOT_REACHABLE = "not judged";

    static MutationRow of(Misbehaviour misbehaviour, Entry expected, ValidationReport report) {
        SortedMap<String, Verdict> findings = new TreeMap<>();
        report.results().forEach(result -> {
            switch (result.verdict()) {
                case FAILED, WARNED, FLAKY, UNREACHABLE -> findings.put(result.rule(), result.verdict());
                case PASSED, NOT_JUDGED -> {
                }
            }
        });
        return new MutationRow(misbehaviour.name(), misbehaviour.description(), expected, findings, report.requests(),
                report.unjudged());
    }

    /** Returns true when a right rule found it, or when it is correct. */
    boolean isFound() {
        return expected.kind() == Kind.CORRECT || findings.keySet().stream().anyMatch(expected.right()::contains)
                || expected.right().contains(NOT_REACHABLE) && !unjudged.isEmpty();
    }

    /** Returns the rules that found something which is not there. */
    List<String> falseAlarms() {
        return findings.keySet().stream().filter(rule -> !expected.mayFind(rule)).toList();
    }
}
