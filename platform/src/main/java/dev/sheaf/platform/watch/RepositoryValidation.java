package dev.sheaf.platform.watch;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import dev.sheaf.core.OneLine;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.report.ValidationJson;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.KeptValidation.Rules;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.RequirementLevel;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;
import dev.sheaf.validator.run.ValidationListener;

/**
 * Validation of a repository whose result is stored. A validation that is cut off, by the end of the process or by a harvest that takes
 * precedence, stores nothing, because half a validation has no verdict. Thread-safe.
 */
public final class RepositoryValidation {

    /** End of the claim of a process that has died. No validation takes as long, whatever its server does. */
    static final Duration LONGEST = Duration.ofMinutes(90);
    /** Longest time without a byte of a response. */
    private static final Duration IDLE = Duration.ofMinutes(1);
    /** Longest time for a response. */
    private static final Duration RESPONSE = Duration.ofMinutes(5);

    private final Validations validations;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;

    /**
     * Prepares validations.
     *
     * @param fetcher client for requests; the caller closes it
     * @param rules rules for requests to repositories without rules of their own
     * @param pause waits where a server or a rule asks for it
     */
    public RepositoryValidation(Validations validations, HttpFetcher fetcher, FetchRules rules, InstantSource clock,
            Pause pause) {
        this.validations = validations;
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = pause;
    }

    /** Returns true if requests to the host of a repository are paused. */
    boolean isRefused(WatchedRepository repository) {
        return fetcher.pace(BaseUrl.parse(repository.address()).uri()).refusal(repository.rules(rules)).isPresent();
    }

    /**
     * Claims a repository for {@link #run}.
     *
     * @return false if another process validates it at the moment
     */
    public boolean claim(WatchedRepository repository) {
        Instant now = clock.instant();
        return validations.claim(repository.address(), now, now.plus(LONGEST));
    }

    /**
     * Validates a claimed repository by the rules of the protocol and stores the result. The claim ends with the call.
     *
     * @param isUnwanted asked before each request: true ends the validation without a result
     * @param listener follows the validation
     * @return the stored result; empty if the validation was cut off, also by an interruption of the thread
     * @throws dev.sheaf.core.store.StoreException if the result cannot be stored
     */
    public Optional<Kept> run(WatchedRepository repository, Cause cause, ValidationOptions options, BooleanSupplier isUnwanted,
            ValidationListener listener) {
        try {
            FetchRules ofRepository = repository.rules(rules).withTimes(IDLE, RESPONSE);
            ValidationReport report = new Validation(fetcher, ofRepository, clock, pause).run(
                    BaseUrl.parse(repository.address()), options,
                    List.of(RuleProfiles.named(RuleProfiles.PROTOCOL).orElseThrow()), (requests, phase, request) -> {
                        if (isUnwanted.getAsBoolean()) {
                            throw new CutOffException();
                        }
                        listener.asking(requests, phase, request);
                    });
            if (Thread.currentThread().isInterrupted() || isUnwanted.getAsBoolean()) {
                return Optional.empty();
            }
            KeptValidation kept = kept(repository, cause, report);
            long number = validations.put(kept, json(report));
            return Optional.of(new Kept(number, kept, report));
        } catch (CutOffException _) {
            return Optional.empty();
        } finally {
            validations.release(repository.address());
        }
    }

    /** Ends a validation between two requests. */
    private static final class CutOffException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CutOffException() {
            super("the validation is cut off", null, false, false);
        }
    }

    /**
     * A stored validation.
     *
     * @param number its number in the store
     * @param validation as stored
     * @param report with all findings
     */
    public record Kept(long number, KeptValidation validation, ValidationReport report) {}

    private static KeptValidation kept(WatchedRepository repository, Cause cause, ValidationReport report) {
        Outcome outcome = switch (report.outcome()) {
            case PASSED -> Outcome.PASSED;
            case FAILED -> Outcome.FAILED;
            case NOT_JUDGED -> Outcome.NOT_JUDGED;
        };
        String unjudged = OneLine.of(report.unjudged());
        if (outcome == Outcome.PASSED) {
            List<RuleResult> musts = report.results().stream()
                    .filter(result -> result.text().level() == RequirementLevel.MUST).toList();
            long judged = musts.stream().filter(result -> result.verdict() == Verdict.PASSED || result.verdict() == Verdict.FLAKY)
                    .count();
            if (judged * 2 < musts.size()) {
                // A server that answers Identify and then falls silent has broken no rule.
                outcome = Outcome.NOT_JUDGED;
                unjudged = "only " + judged + " of " + musts.size() + " requirements could be judged";
            }
        }
        Rules numbers = new Rules(report.count(Verdict.PASSED), report.count(Verdict.FAILED), report.count(Verdict.WARNED),
                report.count(Verdict.FLAKY), report.count(Verdict.UNREACHABLE), report.count(Verdict.NOT_JUDGED));
        return new KeptValidation(0, repository.address(), report.began(), report.took(), cause, outcome,
                OneLine.of(report.repository()), unjudged, report.requests(), report.records(), numbers,
                report.with(Verdict.FAILED).stream().map(RuleResult::rule).toList(), 0);
    }

    private static byte[] json(ValidationReport report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
            ValidationJson.write(generator, report);
        }
        return bytes.toByteArray();
    }
}
