package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.Validation;

import static org.assertj.core.api.Assertions.assertThat;

/** A repository that offers indices of full texts meets every rule of the validator at its plain base URL. */
class IndexProviderConformsTest {

    @Test
    void plainBaseUrlOfAnIndexProvider_meetsEveryRule(@TempDir Path folder) throws Exception {
        // The repository states the time of this clock, which rules compare with that of its HTTP headers.
        SettableClock clock = new SettableClock(Instant.now());
        try (IndexHub provider = new IndexHub(folder, "provider", HubOptions.of(3), clock);
                HttpFetcher fetcher = new HttpFetcher(clock)) {
            for (int number = 0; number < 8; number++) {
                provider.save("a", "oai:hub.example.org:a/" + number, "Title " + number,
                        number % 2 == 0 ? "words of " + number : "");
            }
            provider.withdraw("a", "oai:hub.example.org:a/2", true);
            clock.advance(Duration.ofMinutes(2));
            ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, clock, Pause.REAL)
                    .run(BaseUrl.parse(provider.url("/oai/a")), ValidationOptions.DEFAULT);
            assertThat(report.results().stream()
                    .filter(one -> one.verdict() != Verdict.PASSED && one.verdict() != Verdict.NOT_JUDGED)
                    // The records of this test are titles alone.
                    .filter(one -> !one.rule().equals("records.resource"))
                    .map(one -> one.rule() + " " + one.verdict() + " " + one.violations())).isEmpty();
            assertThat(report.outcome()).isEqualTo(ValidationReport.Outcome.PASSED);
        }
    }
}
