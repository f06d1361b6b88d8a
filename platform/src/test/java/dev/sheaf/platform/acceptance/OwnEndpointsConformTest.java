package dev.sheaf.platform.acceptance;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;

import static org.assertj.core.api.Assertions.assertThat;

/** The hub's own base URLs meet every rule of the validator: mirrors, aggregates and the repairing proxy. */
class OwnEndpointsConformTest {

    /** Records for more than one page of each list. */
    private static final int RECORDS = 250;

    static void assertConforms(String baseUrl) {
        try (HttpFetcher fetcher = new HttpFetcher()) {
            ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, InstantSource.system(), Pause.REAL)
                    .run(BaseUrl.parse(baseUrl), ValidationOptions.DEFAULT);
            assertThat(report.results().stream()
                    .filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                    .map(one -> one.rule() + " " + one.verdict() + " " + one.violations())).as(baseUrl).isEmpty();
            assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
            assertThat(report.count(Verdict.PASSED)).as("rules that were judged at %s", baseUrl).isGreaterThan(85);
        }
    }

    @Test
    void mirrorsAggregatesAndProxy_meetEveryRule(@TempDir Path data) throws Exception {
        try (MisbehavingServer origin = MisbehavingServer.start(0, Misbehaviours.all(), RECORDS, 100, InstantSource.system());
                TestHub hub = new TestHub(data, "hub")) {
            assertThat(hub.harvest("right", origin.baseUrl("well-behaved")).isComplete()).isTrue();
            hub.harvest("broken", origin.baseUrl("unescaped-ampersand"));
            hub.store().put(new Aggregate("both", "Both sources", List.of("right", "broken"), List.of(),
                    List.of(MetadataPrefix.OAI_DC), "", Collisions.MOST_RECENT, List.of()));
            assertConforms(hub.aggregateUrl());
            assertConforms(hub.sourceUrl("right"));
            assertConforms(hub.sourceUrl("broken"));
            assertConforms(hub.sourceUrl("both"));
            assertConforms(hub.proxyUrl("right"));
        }
    }
}
