package dev.sheaf.validator.run;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.PageSequence.End;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.ErrorExpected;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;
import dev.sheaf.validator.rules.Rule;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.envelope.RequestEchoed;
import dev.sheaf.validator.schema.FormatSchemas;

/** A validation of saved responses: no request is made. For one thread. */
final class SavedRun {

    private static final String NO_HEADERS = "the responses were saved without their HTTP headers and times";
    private static final String NO_RESPONSE = "none of the files holds a response of OAI-PMH 2.0";
    private static final int OK = 200;
    private static final int MOST_NAMED = 5;

    private final Map<String, RuleText> texts = new LinkedHashMap<>();
    private final Map<String, Rule> rules = new HashMap<>(AllRules.byName());
    private final Map<String, Examination> examinations = new HashMap<>();
    private final List<String> profiles;
    private final Evidence evidence;
    private final FormatSchemas schemas;
    private final Instant now;
    private long records;

    /**
     * Prepares a run.
     *
     * @param baseUrl of the repository
     * @param schemas of metadata formats, besides those of the program
     * @param now when the responses are judged
     */
    SavedRun(String baseUrl, List<Profile> profiles, FormatSchemas schemas, Instant now) {
        this.schemas = schemas;
        this.profiles = profiles.stream().map(Profile::title).toList();
        this.now = now;
        this.evidence = new Evidence(baseUrl, ValidationOptions.DEFAULT, now);
        for (Profile profile : profiles) {
            profile.own().forEach(rule -> rules.put(rule.name(), rule));
            profile.texts().forEach((name, text) -> texts.merge(name, text,
                    (one, other) -> one.level().compareTo(other.level()) <= 0 ? one : other));
        }
        texts.keySet().forEach(name -> examinations.put(name, new Examination()));
    }

    ValidationReport judge(List<SavedResponse> responses) {
        // Identify comes first: other rules compare with what it states.
        List<SavedResponse> ordered = responses.stream()
                .sorted(Comparator.comparingInt(one -> one.request().verb().equals("Identify") ? 0 : 1)).toList();
        Map<ProbeRequest, Observation> seen = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        for (SavedResponse response : ordered) {
            Observation observation = read(response);
            if (!observation.isOai()) {
                others.add(response.name());
            }
            seen.putIfAbsent(observation.request(), observation.withoutBody());
        }
        evidence.stopped("only saved responses were judged");
        evidence.put(ListName.SETS, sequence(seen, KnownRequests.SETS));
        evidence.put(ListName.IDENTIFIERS, sequence(seen, KnownRequests.IDENTIFIERS));
        evidence.put(ListName.RECORDS, sequence(seen, KnownRequests.RECORDS));
        List<RuleResult> results = new ArrayList<>();
        texts.forEach((name, text) -> {
            Examination examination = examination(name);
            if (rules.get(name) instanceof RunRule rule) {
                rule.judge(evidence, examination);
            }
            RuleResult result = examination.result(text);
            results.add(needsHeaders(name) ? new RuleResult(text, Verdict.NOT_JUDGED, NO_HEADERS, 0, 0, List.of()) : result);
        });
        return new ValidationReport(evidence.baseUrl(), evidence.identify("repositoryName"), "", profiles, now, Duration.ZERO, 0,
                records, scope(responses.size() - others.size(), others),
                others.size() == responses.size() ? NO_RESPONSE : "", results, evidence.snapshot());
    }

    /** Names the files without a response: an error page in place of a page of the list is nothing that a verdict may pass over. */
    private static String scope(int judged, List<String> others) {
        String text = judged == 1 ? "1 saved response was judged" : judged + " saved responses were judged";
        return others.isEmpty()
                ? text
                : text + "; no response of OAI-PMH 2.0 is in "
                        + String.join(", ", others.subList(0, Math.min(MOST_NAMED, others.size())))
                        + (others.size() > MOST_NAMED ? " and " + (others.size() - MOST_NAMED) + " further files" : "");
    }

    private boolean needsHeaders(String rule) {
        // The request is known only from the response: an incomplete echo must not count as a wrong request.
        return rule.startsWith("errors.") || rules.get(rule) instanceof ErrorExpected || rule.startsWith("http.")
                || rule.startsWith("tls.") || rule.startsWith("load.")
                || rule.equals("envelope.response-date-is-now");
    }

    private Observation read(SavedResponse response) {
        Observation came = Observation.saved(response.request(), address(response.name()), now, OK, response.body());
        Observation read = came.read((node, facts) -> {
            records += node.name().equals("record") ? 1 : 0;
            texts.keySet().forEach(name -> {
                if (rules.get(name) instanceof EntryRule rule) {
                    rule.judge(came, node, facts, evidence, examination(name));
                }
            });
        }, schemas);
        evidence.add(read.withoutBody());
        if (read.isAnswered()) {
            texts.keySet().forEach(name -> {
                if (rules.get(name) instanceof ResponseRule rule) {
                    rule.judge(read, evidence, examination(name));
                }
            });
        }
        if (read.isOai()) {
            RequestEchoed.judgeInferred(read, examination("envelope.request-arguments"));
        }
        return read;
    }

    /** Returns the pages of a list that were saved, as far as each has the token that the page before gave. */
    private static PageSequence sequence(Map<ProbeRequest, Observation> seen, ProbeRequest start) {
        List<Observation> pages = new ArrayList<>();
        Optional<Observation> next = Optional.ofNullable(seen.get(start));
        while (next.isPresent() && !pages.contains(next.get())) {
            pages.add(next.get());
            String token = next.get().document().nextToken();
            next = token.isEmpty()
                    ? Optional.empty()
                    : seen.values().stream().filter(one -> token.equals(one.request().argument("resumptionToken"))
                            && one.request().verb().equals(start.verb())).findFirst();
        }
        return pages.isEmpty() ? PageSequence.NONE : new PageSequence(pages, End.SAMPLED);
    }

    private Examination examination(String rule) {
        return examinations.computeIfAbsent(rule, _ -> new Examination());
    }

    private static URI address(String name) {
        try {
            return new URI(null, null, "/" + name, null);
        } catch (URISyntaxException _) {
            return URI.create("/response");
        }
    }
}
