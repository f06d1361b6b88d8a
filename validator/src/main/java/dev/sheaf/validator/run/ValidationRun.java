package dev.sheaf.validator.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.PageSequence.End;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.Prober;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;
import dev.sheaf.validator.rules.Rule;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.load.TwoRequests;
import dev.sheaf.validator.schema.FormatSchemas;

/** One validation, from its first request to its report. For one thread. */
final class ValidationRun {

    private static final int NOT_ALLOWED = 405;
    /** Pages of one list: a repository may give one record a page. */
    private static final int MOST_PAGES = 60;
    private static final int MOST_PAGES_OF_SETS = 25;
    /** Formats whose schemas are fetched. */
    private static final int MOST_SCHEMAS = 30;
    /** Largest number of rounds in which rules ask for more, each after the results of the one before: lists are read page by page. */
    private static final int ROUNDS = 28;
    /** Requests that are made again for one rule before its verdict stands. */
    private static final int CONFIRMED = 3;
    /** The same for rules on whole lists, which need all pages. */
    private static final int CONFIRMED_OF_LISTS = 20;

    private final Prober prober;
    private final FormatSchemas schemas;
    private final ValidationOptions options;
    private final InstantSource clock;
    private final ValidationListener listener;
    private final Evidence evidence;
    private final RecordChanges changes;
    private final List<String> profiles;
    private final Map<String, RuleText> texts = new LinkedHashMap<>();
    private final Map<String, Rule> rules = new HashMap<>(AllRules.byName());
    private final List<ResponseRule> responseRules = new ArrayList<>();
    private final List<EntryRule> entryRules = new ArrayList<>();
    private final List<RunRule> runRules = new ArrayList<>();
    private final Map<String, Examination> examinations = new HashMap<>();
    private final Map<ProbeRequest, Observation> repeated = new HashMap<>();
    private final Instant began;
    private String phase = "identify";
    private long records;
    private boolean isOver;
    /** Why the repository could not be asked any more; empty when it could. */
    private String brokenOff = "";

    /**
     * Prepares a run.
     *
     * @param schemas of metadata formats, which the prober uses too
     * @param profiles to judge by; of a rule that is in several the highest level counts
     */
    ValidationRun(Prober prober, FormatSchemas schemas, String baseUrl, ValidationOptions options, List<Profile> profiles,
            InstantSource clock, ValidationListener listener) {
        this.prober = prober;
        this.schemas = schemas;
        this.options = options;
        this.clock = clock;
        this.listener = listener;
        this.profiles = profiles.stream().map(Profile::title).toList();
        this.began = clock.instant();
        this.evidence = new Evidence(baseUrl, options, began);
        this.changes = new RecordChanges(evidence, prober);
        for (Profile profile : profiles) {
            profile.own().forEach(rule -> rules.put(rule.name(), rule));
            profile.texts().forEach((name, text) -> texts.merge(name, text,
                    (one, other) -> one.level().compareTo(other.level()) <= 0 ? one : other));
        }
        texts.keySet().forEach(name -> {
            switch (rules.get(name)) {
                case null -> throw new IllegalArgumentException("there is no rule " + name);
                case ResponseRule rule -> responseRules.add(rule);
                case EntryRule rule -> entryRules.add(rule);
                case RunRule rule -> runRules.add(rule);
            }
            examinations.put(name, new Examination());
        });
    }

    ValidationReport run() {
        String unjudged = begin();
        if (unjudged.isEmpty()) {
            lists();
            probes();
            withoutTls();
            together();
        }
        if (unjudged.isEmpty()) {
            phase = "changes";
            changes.ask(List.of(), Set.of(), this::mayAsk);
        }
        phase = "judge";
        for (RunRule rule : runRules) {
            if (unjudged.isEmpty() || rule.judgesRefusals()) {
                rule.judge(evidence, examination(rule));
            }
        }
        List<RuleResult> results = new ArrayList<>();
        phase = "repeat what was wrong";
        texts.forEach((name, text) -> {
            Examination examination = examinations.get(name);
            if (examination != null) {
                RuleResult result = examination.result(text);
                results.add(unjudged.isEmpty() ? confirmed(result, examination) : unjudged(result, unjudged));
            }
        });
        return new ValidationReport(evidence.baseUrl(), evidence.identify("repositoryName"), "", profiles, began,
                Duration.between(began, clock.instant()), prober.requests(), records, scope(),
                unjudged.isEmpty() ? brokenOff : unjudged, results, evidence.snapshot());
    }

    /** Asks for Identify and formats; returns why nothing more can be judged, or an empty text. */
    private String begin() {
        Observation identify = ask(KnownRequests.IDENTIFY);
        if (!identify.isAnswered()) {
            return String.valueOf(identify.failure());
        }
        if (identify.document().isEarly()) {
            return "the repository speaks OAI-PMH 1.x, which this validation does not judge";
        }
        Observation formats = ask(KnownRequests.FORMATS);
        fetchSchemas();
        if (identify.isOai() || formats.isOai()) {
            return "";
        }
        if (identify.status() == NOT_ALLOWED && ask(KnownRequests.IDENTIFY.posted()).isOai()) {
            // A repository that takes POST alone: the rules say so.
            return "";
        }
        if (!formats.isAnswered()) {
            return String.valueOf(formats.failure());
        }
        String came = identify.status() == 200 ? "something other than OAI-PMH" : "HTTP " + identify.status();
        return came + " is the answer to Identify and to ListMetadataFormats: is " + evidence.baseUrl() + " the base URL?";
    }

    /** Fetches the schemas that the repository names, when that is wanted, before records in these formats are read. */
    private void fetchSchemas() {
        phase = "schemas";
        for (XmlNode format : evidence.formats().stream().limit(MOST_SCHEMAS).toList()) {
            String namespace = format.textOf("metadataNamespace").strip();
            if (!PageCheck.knows(namespace) && mayAsk()) {
                schemas.offer(namespace, format.textOf("schema").strip());
            }
        }
        evidence.putSchemas(schemas.outcomes());
    }

    private static RuleResult unjudged(RuleResult result, String reason) {
        return result.verdict() == Verdict.FAILED || result.verdict() == Verdict.WARNED || result.verdict() == Verdict.PASSED
                ? result
                : result.with(Verdict.NOT_JUDGED, reason);
    }

    private void lists() {
        phase = "sets";
        evidence.put(ListName.SETS, walk(KnownRequests.SETS, Integer.MAX_VALUE, MOST_PAGES_OF_SETS));
        phase = "headers";
        evidence.put(ListName.IDENTIFIERS, walk(KnownRequests.IDENTIFIERS,
                options.sample(), MOST_PAGES));
        phase = "records";
        evidence.put(ListName.RECORDS, walk(KnownRequests.RECORDS, options.sample(),
                MOST_PAGES));
    }

    private PageSequence walk(ProbeRequest start, int most, int mostPages) {
        List<Observation> pages = new ArrayList<>();
        Set<String> tokens = new LinkedHashSet<>();
        ProbeRequest next = start;
        long entries = 0;
        while (mayAsk()) {
            Observation page = page(next);
            if (page.failedBy() == HarvestException.Kind.TOO_LARGE && !pages.isEmpty()) {
                return new PageSequence(pages, End.SAMPLED);
            }
            pages.add(page);
            if (pages.size() == 2 && page.isOai() && !page.document().isError() && !start.verb().equals("ListSets")
                    && mayAsk()) {
                // The token that was used last must work again: before the next one is used.
                ask(page.request().again());
            }
            if (!page.isOai() || page.document().isError()) {
                return new PageSequence(pages, End.BROKEN);
            }
            String token = page.document().nextToken();
            if (token.isEmpty()) {
                // A page that is not well-formed may have lost its token.
                return new PageSequence(pages, page.document().malformed() == null ? End.COMPLETE : End.BROKEN);
            }
            if (!tokens.add(token)) {
                return new PageSequence(pages, End.LOOPING);
            }
            entries += page.document().recordCount();
            // Two pages at least: much is wrong from the second page on.
            if (pages.size() >= mostPages || entries >= most && pages.size() > 1) {
                return new PageSequence(pages, End.SAMPLED);
            }
            next = ProbeRequest.of("verb", start.verb(), "resumptionToken", token);
        }
        return new PageSequence(pages, End.SAMPLED);
    }

    /** Asks for a page; once more when it cannot be the page, because a list must be judged by what the repository has. */
    private Observation page(ProbeRequest request) {
        Observation page = ask(request);
        if (isPage(page) || !page.isAnswered() || !mayAsk()) {
            return page;
        }
        Observation again = ask(request.again());
        if (!isPage(again)) {
            return page;
        }
        Observation unsteady = again.withRefusal(page.summary());
        evidence.add(unsteady);
        return unsteady;
    }

    private static boolean isPage(Observation page) {
        return page.isOai() && !page.document().isError() && page.document().malformed() == null
                && (page.request().verb().equals("ListSets") || page.document().recordCount() > 0);
    }

    private void probes() {
        phase = "single requests";
        for (int round = 0; round < ROUNDS; round++) {
            boolean isNew = false;
            for (RunRule rule : runRules) {
                for (ProbeRequest request : rule.requests(evidence)) {
                    if (evidence.of(request).isEmpty() && mayAsk()) {
                        ask(request);
                        isNew = true;
                    }
                }
            }
            if (!isNew) {
                return;
            }
        }
    }

    /** Asks for Identify by http, if the base URL begins with https and a rule wants it. */
    private void withoutTls() {
        if (texts.containsKey("tls.redirect") && evidence.baseUrl().startsWith("https:") && mayAsk()) {
            phase = "without TLS";
            listener.asking(prober.requests(), phase, KnownRequests.IDENTIFY);
            evidence.putWithoutTls(prober.askWithoutTls());
        }
    }

    /** Makes two requests at the same time, once more if they are not answered; a host that was busy before is spared. */
    private void together() {
        boolean wasBusy = evidence.all().stream().flatMap(one -> one.refusals().stream())
                .anyMatch(reason -> reason.equals("HTTP 503") || reason.equals("HTTP 429"));
        if (!texts.containsKey("load.two-requests") || wasBusy || !evidence.list(ListName.RECORDS).isBegun()
                || !evidence.list(ListName.IDENTIFIERS).isBegun()) {
            return;
        }
        phase = "two requests at once";
        boolean isRefused = true;
        for (int pair = 0; pair < 2 && isRefused && mayAsk(); pair++) {
            listener.asking(prober.requests(), phase, KnownRequests.RECORDS);
            try {
                List<Observation> both = prober.askTogether(KnownRequests.RECORDS, KnownRequests.IDENTIFIERS);
                if (!both.isEmpty()) {
                    evidence.addTogether(both);
                }
                isRefused = TwoRequests.refused(both).isPresent();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean mayAsk() {
        if (isOver) {
            return false;
        }
        if (prober.requests() >= options.mostRequests()) {
            evidence.stopped("the run made " + options.mostRequests() + " requests, which is its bound");
            isOver = true;
        } else if (Duration.between(began, clock.instant()).compareTo(options.longest()) > 0) {
            evidence.stopped("the run took " + options.longest().toMinutes() + " minutes, which is its bound");
            isOver = true;
        } else if (Thread.currentThread().isInterrupted()) {
            evidence.stopped("the run was interrupted");
            isOver = true;
        }
        return !isOver;
    }

    /** Makes a request and lets all rules judge the response that have to see its bytes. */
    private Observation ask(ProbeRequest request) {
        listener.asking(prober.requests(), phase, request);
        Observation came = prober.ask(request, (observation, node, facts) -> {
            records += node.name().equals("record") ? 1 : 0;
            for (EntryRule rule : entryRules) {
                rule.judge(observation, node, facts, evidence, examination(rule));
            }
        });
        Observation kept = came.withoutBody();
        evidence.add(kept);
        if (came.isAnswered()) {
            for (ResponseRule rule : responseRules) {
                rule.judge(came, evidence, examination(rule));
            }
        } else {
            HarvestException.Kind kind = came.failedBy();
            if (kind != null && kind.endsAsking()) {
                brokenOff = String.valueOf(came.failure());
                evidence.stopped(brokenOff);
                isOver = true;
            }
        }
        return kept;
    }

    private Examination examination(Rule rule) {
        return examinations.computeIfAbsent(rule.name(), _ -> new Examination());
    }

    /** Asks again for what showed a fault: a fault that does not show again is one of a server that is not steady. */
    private RuleResult confirmed(RuleResult result, Examination examination) {
        if (!examination.isBroken()) {
            return result;
        }
        Rule rule = Objects.requireNonNull(rules.get(result.rule()));
        if (examination.isCertain() || isOver && repeated.isEmpty()) {
            return rule instanceof RunRule run ? unlessChanged(run, examination, Map.of(), result) : result;
        }
        List<ProbeRequest> concerned = examination.concerned().stream()
                .limit(rule instanceof RunRule ? CONFIRMED_OF_LISTS : CONFIRMED).toList();
        Map<ProbeRequest, Observation> others = new LinkedHashMap<>();
        Examination second = new Examination();
        for (ProbeRequest request : concerned) {
            Observation again = again(request, rule, second);
            if (again == null || !isComparable(evidence.of(request).orElse(again), again)) {
                return rule instanceof RunRule run ? unlessChanged(run, examination, others, result) : result;
            }
            others.put(request, again);
        }
        if (rule instanceof RunRule run) {
            run.judge(evidence.replacing(others), second);
            if (second.isBroken() || concerned.isEmpty()) {
                return unlessChanged(run, second.isBroken() ? second : examination, others, result);
            }
            return unlessChanged(run, examination, others,
                    result.with(Verdict.FLAKY, "asked again, the repository answered as it should"));
        }
        return second.isBroken() || concerned.isEmpty()
                ? result
                : result.with(Verdict.FLAKY, "asked again, the repository answered as it should");
    }

    /**
     * Returns a verdict, or that there is none because the records that stand for the fault changed while the run lasted. Responses of
     * different moments show a fault only of records that stayed as they were.
     */
    private RuleResult unlessChanged(RunRule rule, Examination examination, Map<ProbeRequest, Observation> others,
            RuleResult result) {
        Set<String> witnesses = examination.witnesses();
        boolean isNamed = !witnesses.isEmpty() && !witnesses.contains("");
        if (!isNamed && !rule.comparesMoments()) {
            return result;
        }
        changes.ask(others.values(), isNamed ? witnesses : Set.of(), this::mayAsk);
        boolean isChanged = isNamed ? witnesses.stream().allMatch(evidence::isChanged) : evidence.hasChanged();
        if (!isChanged) {
            return result;
        }
        return new RuleResult(result.text(), Verdict.NOT_JUDGED,
                isNamed
                        ? "the record " + witnesses.stream().sorted().findFirst().orElse("") + " changed during the run"
                        : "records changed during the run",
                0, 0, List.of());
    }

    private @Nullable Observation again(ProbeRequest request, Rule rule, Examination second) {
        if (!mayAsk()) {
            return null;
        }
        listener.asking(prober.requests(), phase, request);
        Observation came = prober.ask(request, (observation, node, facts) -> {
            if (rule instanceof EntryRule entry) {
                entry.judge(observation, node, facts, evidence, second);
            }
        });
        if (rule instanceof ResponseRule response && came.isAnswered()) {
            response.judge(came, evidence, second);
        }
        return came.withoutBody();
    }

    /** An error in place of a list proves nothing about the list. */
    private static boolean isComparable(Observation first, Observation again) {
        return !first.isOai() || again.isOai() && first.document().isError() == again.document().isError();
    }

    private String scope() {
        PageSequence list = evidence.list(ListName.RECORDS);
        String whole = list.isComplete()
                ? "ListRecords in oai_dc was read to its end"
                : "ListRecords in oai_dc was read for " + list.pages().size() + " pages";
        return whole + evidence.limit().map(reason -> "; " + reason).orElse("");
    }
}
