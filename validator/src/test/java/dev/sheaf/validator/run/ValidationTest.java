package dev.sheaf.validator.run;

import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.SimulatedRecords;
import dev.sheaf.simulator.misbehaviour.Stage;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ListSnapshot;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

class ValidationTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final MisbehavingServer server = MisbehavingServer.start(0,
            Stream.concat(Misbehaviours.all().stream(), Misbehaviours.forValidators().stream()).toList(), SimulatedRecords.FEWEST,
            10,
            clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);

    @AfterEach
    void close() {
        fetcher.close();
        server.close();
    }

    private ValidationReport validate(String behaviour) {
        return validate(behaviour, ValidationOptions.DEFAULT);
    }

    private ValidationReport validate(String behaviour, ValidationOptions options) {
        return new Validation(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {})
                .run(BaseUrl.parse(server.baseUrl(behaviour)), options);
    }

    /** Judges, lets the later event of a behaviour happen, and judges again by both runs. */
    private ValidationReport validateTwice(String behaviour) {
        ListSnapshot earlier = validate(behaviour).listed();
        Stage stage = server.stage(behaviour).orElseThrow();
        clock.advance(Duration.ofDays(1));
        if (stage.nextRound() == null) {
            stage.moveOn();
        } else {
            stage.playRound();
        }
        clock.advance(Duration.ofMinutes(1));
        return validate(behaviour, ValidationOptions.DEFAULT.withEarlier(earlier));
    }

    private static RuleResult result(ValidationReport report, String rule) {
        return report.results().stream().filter(one -> one.rule().equals(rule)).findFirst().orElseThrow();
    }

    private static List<String> broken(ValidationReport report) {
        return report.results().stream().filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                .map(RuleResult::rule).toList();
    }

    @Test
    void conformingRepository_passesAllRules() {
        ValidationReport report = validate("well-behaved");
        assertThat(report.results().stream().filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                .map(one -> one.rule() + " " + one.verdict() + " " + one.reason() + " " + one.violations())).isEmpty();
        assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
    }

    @ParameterizedTest
    @CsvSource({"token-blank-at-end, lists.token-at-end, FAILED, blank characters",
            "size-changes, lists.size-stays, WARNED, completeListSize of 40",
            "gzip-though-refused, http.compression-refused, FAILED, gzip;q=0",
            "all-codings-refused, http.compression-refused, FAILED, *;q=0",
            "set-lost-between-pages, sets.none-lost, FAILED, does not name the set",
            "set-lost-without-sizes, sets.none-lost, FAILED, does not name the set",
            "empty-set-lost-between-pages, sets.none-lost, FAILED, there are 1 more",
            "length-too-large, http.framing, FAILED, Content-Length is",
            "chunks-without-end, http.framing, FAILED, without the last chunk"})
    void aFaultOfOneRun_isFoundByItsRule(String behaviour, String rule, Verdict verdict, String message) {
        RuleResult found = result(validate(behaviour), rule);
        assertThat(found.verdict()).isEqualTo(verdict);
        assertThat(found.violations().getFirst().message()).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"correct-with-gzip", "correct-sets-in-pages", "correct-set-comes-late"})
    void aCorrectRepository_hasNoFindings(String behaviour) {
        ValidationReport report = validate(behaviour);
        assertThat(broken(report)).isEmpty();
        assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
    }

    @ParameterizedTest
    @CsvSource({"goes-empty, changes.records-kept, FAILED, has no records", "goes-empty, changes.not-emptied, WARNED, 38 of 38",
            "goes-half-empty, changes.records-kept, FAILED, lacks the record",
            "goes-half-empty, changes.not-emptied, WARNED, of 38",
            "all-datestamps-change, changes.datestamps-stay, WARNED, 40 of 40",
            "change-without-datestamp, changes.datestamp, FAILED, is the same",
            "late-visibility, changes.visible-in-time, FAILED, does not have it"})
    void aFaultThatTwoRunsShow_isFoundByItsRule(String behaviour, String rule, Verdict verdict, String message) {
        RuleResult found = result(validateTwice(behaviour), rule);
        assertThat(found.verdict()).as(found.reason()).isEqualTo(verdict);
        assertThat(found.violations().getFirst().message()).contains(message);
    }

    @Test
    void aRepositoryThatChangesAsItShould_passesWithTwoRuns() {
        ValidationReport report = validateTwice("well-behaved");
        assertThat(broken(report)).isEmpty();
        assertThat(report.results().stream().filter(one -> one.rule().startsWith("changes."))).hasSize(6)
                .allSatisfy(one -> assertThat(one.verdict()).as(one.rule() + " " + one.reason()).isEqualTo(Verdict.PASSED));
    }

    @Test
    void vanishedRecords_areNoFaultWhereDeletionsAreNotKept() {
        RuleResult kept = result(validateTwice("vanishing"), "changes.records-kept");
        assertThat(kept.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(kept.reason()).contains("does not state");
    }

    @Test
    void withoutAnEarlierRun_changesAreNotJudged() {
        assertThat(validate("well-behaved").results().stream().filter(one -> one.rule().startsWith("changes."))).hasSize(6)
                .allSatisfy(one -> assertThat(one.reason()).isEqualTo("there is no earlier run to compare with"));
    }

    @Test
    void aTokenThatWorksOnce_showsNothingAboutArgumentsBesideIt() {
        ValidationReport report = validate("token-once-only");
        RuleResult beside = result(report, "errors.exclusive-good-token");
        assertThat(beside.verdict()).as(beside.violations().toString()).isIn(Verdict.NOT_JUDGED, Verdict.PASSED);
        assertThat(result(report, "lists.token-again").verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void wrongContentType_isReportedWithItsRequest() {
        RuleResult found = validate("html-content-type").results().stream().filter(one -> one.rule().equals("http.content-type"))
                .findFirst().orElseThrow();
        assertThat(found.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(found.violations().getFirst().message()).contains("text/html");
        assertThat(found.violations().getFirst().request()).contains("verb=Identify");
    }

    @Test
    void refusedCertificate_isAFaultAndNothingElseIsJudged() {
        ValidationReport report = validate("certificate-of-its-own");
        assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.FAILED);
        RuleResult authority = result(report, "tls.authority");
        assertThat(authority.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(authority.violations().getFirst().message()).contains("signed by itself alone");
        assertThat(report.unjudged()).contains("self-signed");
        assertThat(report.results()).filteredOn(one -> !one.rule().equals("tls.authority"))
                .allSatisfy(one -> assertThat(one.verdict()).as(one.rule()).isEqualTo(Verdict.NOT_JUDGED));
    }

    @Test
    void hostThatDoesNotAnswerByHttps_isNotWrong() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {})
                .run(BaseUrl.parse("https://localhost:" + free + "/oai"), ValidationOptions.DEFAULT);
        assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.NOT_JUDGED);
        assertThat(report.count(Verdict.FAILED)).isZero();
    }

    @Test
    void repositoryWithAnInterval_getsNoTwoRequestsAtTheSameTime() {
        RuleResult usual = result(validate("well-behaved"), "load.two-requests");
        assertThat(usual.verdict()).isEqualTo(Verdict.PASSED);
        FetchRules slow = FetchRules.DEFAULT.withAccess(Access.DEFAULT.withPace(1, Duration.ofSeconds(1)), null);
        RuleResult spared = result(new Validation(fetcher, slow, clock, (time, _) -> clock.advance(time))
                .run(BaseUrl.parse(server.baseUrl("well-behaved")), ValidationOptions.DEFAULT), "load.two-requests");
        assertThat(spared.verdict()).isEqualTo(Verdict.NOT_JUDGED);
    }
}
