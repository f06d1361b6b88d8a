package dev.sheaf.validator.rules;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.report.Violation;

/** Findings of one rule. A bounded number of violations is kept. For one thread. */
public final class Examination {

    private static final int MOST_VIOLATIONS = 5;
    private static final int MOST_REQUESTS = 50;
    private static final int LONGEST = 400;

    private final List<Violation> violations = new ArrayList<>();
    private final Set<ProbeRequest> concerned = new LinkedHashSet<>();
    /** Identifiers of the records that the faults name; an empty text for a fault that names none. */
    private final Set<String> witnesses = new LinkedHashSet<>();
    private boolean isCertain;
    private long judged;
    private long broken;
    private boolean isFlaky;
    private @Nullable String notJudged;
    private @Nullable String unreachable;

    /** Notes a place that is as it should be. */
    public void passed() {
        judged++;
    }

    /** Notes a place where the rule is broken, with the bytes around an offset of the body. */
    public void broken(Observation observation, String message, int offset) {
        broken(observation, message, null, observation.excerpt(offset));
    }

    /** Notes a place where the rule is broken, with the bytes at an element. */
    public void broken(Observation observation, String message, XmlNode node) {
        broken(observation, message, node.offset());
    }

    /** Notes a place where the rule is broken, with the beginning of the body. */
    public void broken(Observation observation, String message) {
        broken(observation, message, null, observation.beginning());
    }

    /**
     * Notes a place where the rule is broken.
     *
     * @param identifier of the record; null when it is about something else
     * @param excerpt the bytes seen
     */
    public void broken(Observation observation, String message, @Nullable String identifier, String excerpt) {
        judged++;
        broken++;
        if (concerned.size() < MOST_REQUESTS) {
            concerned.add(observation.request());
        }
        if (witnesses.size() < MOST_REQUESTS) {
            String asked = observation.request().argument("identifier");
            witnesses.add(identifier != null ? identifier.strip() : asked != null ? asked.strip() : "");
        }
        // Of many records with the same fault one is enough to see it.
        boolean isNew = violations.stream().noneMatch(one -> one.message().equals(shortened(message)));
        if (violations.size() < MOST_VIOLATIONS && isNew) {
            ProbeRequest request = observation.request();
            violations.add(new Violation(shortened(message), request.isPost() ? "POST" : "GET",
                    observation.address().toString(), request.isPost() ? request.query() : "", observation.status(), identifier,
                    shortened(excerpt)));
        }
    }

    /** Notes a place that was wrong and, when asked for again, was not. */
    public void flaky(Observation observation, String message) {
        isFlaky = true;
        broken(observation, message);
    }

    /** Notes that what is wrong has shown often enough: asking again would show nothing more. */
    public void certain() {
        isCertain = true;
    }

    /** Returns whether asking again would show nothing more. */
    public boolean isCertain() {
        return isCertain;
    }

    /** Returns the identifiers of the records that the faults name; an empty text stands for a fault that names none. */
    public Set<String> witnesses() {
        return Set.copyOf(witnesses);
    }

    /** Notes a further request that must be made again before the verdict stands. */
    public void concerns(Observation observation) {
        concerned.add(observation.request());
    }

    /** Notes that something could not be judged. Counts when nothing else was. */
    public void notJudged(String reason) {
        if (notJudged == null) {
            notJudged = reason;
        }
    }

    /** Notes that a response that is needed did not come: not for a reason of the protocol. */
    public void unreachable(Observation observation) {
        if (observation.failedBy() == HarvestException.Kind.TOO_LARGE || observation.failedBy() == HarvestException.Kind.PAUSED) {
            // A bound or a pause of this program says nothing about the repository.
            notJudged(observation.request() + ": " + observation.summary());
        } else if (unreachable == null) {
            unreachable = observation.request() + ": " + observation.summary();
        }
    }

    /** Returns whether a place is wrong. */
    public boolean isBroken() {
        return broken > 0;
    }

    /** Returns the requests that showed what is wrong. */
    public List<ProbeRequest> concerned() {
        return List.copyOf(concerned);
    }

    /** Returns the verdict. */
    public RuleResult result(RuleText text) {
        if (broken > 0) {
            return new RuleResult(text, isFlaky ? Verdict.FLAKY : text.level().whenBroken(), "", judged, broken, violations);
        }
        if (judged > 0) {
            return new RuleResult(text, Verdict.PASSED, "", judged, 0, List.of());
        }
        if (unreachable != null) {
            return new RuleResult(text, Verdict.UNREACHABLE, unreachable, 0, 0, List.of());
        }
        return new RuleResult(text, Verdict.NOT_JUDGED, notJudged == null ? "there was nothing to judge" : notJudged, 0, 0,
                List.of());
    }

    private static String shortened(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }
}
