package dev.sheaf.validator.run;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.validator.evidence.Prober;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * Judges data providers: makes requests to a repository, one at a time but for one pair at the end, and says which requirements of OAI-PMH
 * 2.0 and of its guidelines are met.
 *
 * <pre>{@code
 * try (HttpFetcher fetcher = new HttpFetcher()) {
 *     ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, InstantSource.system(), Pause.REAL)
 *             .run(BaseUrl.parse("https://example.org/oai"), ValidationOptions.DEFAULT);
 * }
 * }</pre>
 *
 * <p>A run holds one response in memory at a time, and bounded facts of the others. Safe for many threads; each run belongs to one.
 */
public final class Validation {

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final Supplier<FormatSchemas> schemas;

    /**
     * Prepares to judge repositories.
     *
     * @param fetcher stays its owner's
     * @param rules by which requests are made: identification, access, networks
     * @param pause waits where a server asks for it
     */
    public Validation(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause) {
        this(fetcher, rules, clock, pause, FormatSchemas::none);
    }

    /**
     * Prepares to judge repositories with schemas of one's own.
     *
     * @param schemas makes the schemas of metadata formats for one run, besides those of the program
     */
    public Validation(HttpFetcher fetcher, FetchRules rules, InstantSource clock, Pause pause, Supplier<FormatSchemas> schemas) {
        this.fetcher = fetcher;
        this.rules = rules;
        this.clock = clock;
        this.pause = pause;
        this.schemas = schemas;
    }

    /**
     * Judges a repository. What goes wrong with it is part of the report; the call itself does not fail. When its thread is interrupted it
     * ends with what it has seen, and the thread stays interrupted.
     *
     * @param profiles whose rules are judged
     */
    public ValidationReport run(BaseUrl baseUrl, ValidationOptions options, List<Profile> profiles, ValidationListener listener) {
        FormatSchemas given = schemas.get();
        Prober prober = new Prober(fetcher, baseUrl, rules, clock, pause, given);
        return new ValidationRun(prober, given, baseUrl.toString(), options, profiles, clock, listener).run();
    }

    /** Judges a repository by the protocol alone. */
    public ValidationReport run(BaseUrl baseUrl, ValidationOptions options) {
        return run(baseUrl, options, List.of(RuleProfiles.named(RuleProfiles.PROTOCOL).orElseThrow()), ValidationListener.NONE);
    }

    /**
     * Judges responses that were saved earlier, without a request. Rules that need requests of their own, HTTP headers or times are not
     * judged.
     *
     * @param baseUrl of the repository
     * @param responses in any order; of several to the same request the first counts for whole lists
     * @param profiles whose rules are judged
     * @param now time of the report
     */
    public static ValidationReport ofSaved(String baseUrl, List<SavedResponse> responses, List<Profile> profiles, Instant now) {
        return ofSaved(baseUrl, responses, profiles, FormatSchemas.none(), now);
    }

    /**
     * Judges responses that were saved earlier, with schemas of one's own.
     *
     * @param schemas of metadata formats, besides those of the program
     */
    public static ValidationReport ofSaved(String baseUrl, List<SavedResponse> responses, List<Profile> profiles,
            FormatSchemas schemas, Instant now) {
        return new SavedRun(baseUrl, profiles, schemas, now).judge(responses);
    }
}
