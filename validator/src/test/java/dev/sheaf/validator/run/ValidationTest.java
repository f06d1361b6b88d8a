package dev.sheaf.validator.run;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

class ValidationTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final MisbehavingServer server = MisbehavingServer.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);

    @AfterEach
    void close() {
        fetcher.close();
        server.close();
    }

    private ValidationReport validate(String behaviour) {
        return new Validation(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {})
                .run(BaseUrl.parse(server.baseUrl(behaviour)), ValidationOptions.DEFAULT);
    }

    @Test
    void aRepositoryThatDoesEverythingRight_passes() {
        ValidationReport report = validate("well-behaved");
        assertThat(report.results().stream().filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                .map(one -> one.rule() + " " + one.verdict() + " " + one.reason() + " " + one.violations())).isEmpty();
        assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
    }

    @Test
    void aWrongContentType_isFoundWithTheRequestThatShowsIt() {
        RuleResult found = validate("html-content-type").results().stream().filter(one -> one.rule().equals("http.content-type"))
                .findFirst().orElseThrow();
        assertThat(found.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(found.violations().getFirst().message()).contains("text/html");
        assertThat(found.violations().getFirst().request()).contains("verb=Identify");
    }
}
