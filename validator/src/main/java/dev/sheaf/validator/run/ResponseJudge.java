package dev.sheaf.validator.run;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;
import dev.sheaf.validator.rules.Rule;

/**
 * Judges single responses by those rules of a profile that need no other response, such as a page that a person looks at. Rules that compare
 * responses need a {@link Validation}. Immutable; safe for many threads.
 */
public final class ResponseJudge {

    private final Profile profile;
    private final List<ResponseRule> responseRules = new ArrayList<>();
    private final List<EntryRule> entryRules = new ArrayList<>();

    /** Prepares to judge by the rules of a profile. */
    public ResponseJudge(Profile profile) {
        this.profile = profile;
        Map<String, Rule> rules = new HashMap<>(AllRules.byName());
        profile.own().forEach(rule -> rules.put(rule.name(), rule));
        profile.texts().keySet().forEach(name -> {
            @Nullable
            Rule rule = rules.get(name);
            if (rule instanceof ResponseRule ofResponses) {
                responseRules.add(ofResponses);
            } else if (rule instanceof EntryRule ofEntries) {
                entryRules.add(ofEntries);
            }
        });
    }

    /**
     * A judged response.
     *
     * @param observation the response, without its body
     * @param results of the rules that found something to judge, in the order of reports
     */
    public record Judged(Observation observation, List<RuleResult> results) {

        /** Copies the list. */
        public Judged {
            results = List.copyOf(results);
        }
    }

    /**
     * Judges a response.
     *
     * @param address that was asked
     * @param at when it was asked
     * @param fetched its memory stays the caller's
     * @param evidence everything seen before, such as Identify; the response is added
     */
    public Judged judge(ProbeRequest request, URI address, Instant at, Fetched fetched, Evidence evidence) {
        Map<String, Examination> examinations = new HashMap<>();
        Observation came = Observation.of(request, address, at, fetched, (observation, node, facts) -> entryRules
                .forEach(rule -> rule.judge(observation, node, facts, evidence, of(rule, examinations))));
        Observation kept = came.withoutBody();
        // Rules look for Identify as a plain request.
        evidence.add(kept.asAnswerTo(new ProbeRequest(request.arguments(), false, false, 0)));
        if (came.isAnswered()) {
            responseRules.forEach(rule -> rule.judge(came, evidence, of(rule, examinations)));
        }
        List<RuleResult> results = new ArrayList<>();
        profile.texts().forEach((name, text) -> {
            Examination examination = examinations.get(name);
            if (examination != null) {
                RuleResult result = examination.result(text);
                if (result.verdict() != Verdict.NOT_JUDGED && result.verdict() != Verdict.UNREACHABLE) {
                    results.add(result);
                }
            }
        });
        return new Judged(kept, results);
    }

    private static Examination of(Rule rule, Map<String, Examination> examinations) {
        return examinations.computeIfAbsent(rule.name(), _ -> new Examination());
    }
}
