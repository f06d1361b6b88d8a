package dev.sheaf.bench.outside;

import java.time.Duration;
import java.time.Instant;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.Validation;

/** Validates the providers of the table over HTTP on the loopback interface. Waiting moves a clock and takes no time. */
final class OutsidePlayer {

    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(30);

    private OutsidePlayer() {}

    /** Validates one provider from its initial state. */
    static ValidationReport play(OutsideRow row) {
        // The server's Date header has the real time.
        SettableClock clock = new SettableClock(Instant.now());
        OutsideProvider provider = new OutsideProvider();
        provider.clock = clock;
        try (LoopbackServer server = LoopbackServer.start(0, provider);
                HttpFetcher fetcher = new HttpFetcher(clock)) {
            provider.baseUrl = server.address() + "/oai";
            row.change().accept(provider);
            return new Validation(fetcher, FetchRules.DEFAULT.withTimes(SILENCE, LONGEST_RESPONSE), clock,
                    (time, _) -> clock.advance(time))
                    .run(BaseUrl.parse(provider.baseUrl), ValidationOptions.DEFAULT);
        }
    }
}
