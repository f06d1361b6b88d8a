package dev.sheaf.validator.run;

import java.net.URI;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class ResponseJudgeTest {

    private static final ResponseJudge JUDGE = new ResponseJudge(RuleProfiles.named(RuleProfiles.PROTOCOL).orElseThrow());

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final MisbehavingServer server = MisbehavingServer.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);

    @AfterEach
    void close() {
        fetcher.close();
        server.close();
    }

    private List<RuleResult> judge(String behaviour, ProbeRequest request, Evidence evidence) throws Exception {
        URI address = URI.create(server.baseUrl(behaviour) + "?" + request.query());
        Fetched fetched = fetcher.fetch(address, FetchRules.DEFAULT, (_, _) -> {});
        try {
            return JUDGE.judge(request.compressed(), address, clock.instant(), fetched, evidence).results();
        } finally {
            fetched.release();
        }
    }

    private Evidence evidence(String behaviour) {
        return new Evidence(server.baseUrl(behaviour), ValidationOptions.DEFAULT, clock.instant());
    }

    @Test
    void answersWithoutFault_passRulesOfResponsesAndOfRecords() throws Exception {
        Evidence evidence = evidence("well-behaved");
        for (ProbeRequest request : List.of(KnownRequests.IDENTIFY, KnownRequests.FORMATS, KnownRequests.SETS,
                KnownRequests.IDENTIFIERS, KnownRequests.RECORDS)) {
            List<RuleResult> results = judge("well-behaved", request, evidence);

            assertThat(results).as(request.toString()).allMatch(result -> result.verdict() == Verdict.PASSED)
                    .extracting(RuleResult::rule).contains("http.content-type", "document.well-formed", "envelope.verb");
        }
    }

    @Test
    void oneFault_isFoundByItsRule() throws Exception {
        assertThat(judge("html-content-type", KnownRequests.IDENTIFY, evidence("html-content-type")))
                .filteredOn(result -> result.verdict() != Verdict.PASSED).extracting(RuleResult::rule)
                .containsExactly("http.content-type");
    }

    @Test
    void baseUrl_isJudgedByTheIdentifySeenBefore() throws Exception {
        Evidence evidence = evidence("base-url-elsewhere");
        judge("base-url-elsewhere", KnownRequests.IDENTIFY, evidence);

        assertThat(judge("base-url-elsewhere", KnownRequests.FORMATS, evidence)).extracting(RuleResult::rule, RuleResult::verdict)
                .contains(tuple("envelope.base-url", Verdict.FAILED));
        assertThat(judge("base-url-elsewhere", KnownRequests.FORMATS, evidence("base-url-elsewhere")))
                .extracting(RuleResult::rule, RuleResult::verdict).contains(tuple("envelope.base-url", Verdict.PASSED));
    }
}
