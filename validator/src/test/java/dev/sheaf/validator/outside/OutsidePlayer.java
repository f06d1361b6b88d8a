package dev.sheaf.validator.outside;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.mutations.OtherValidator;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.Validation;

/** Validates the providers of the table over HTTP on the loopback interface. Waiting moves a clock and takes no time. */
final class OutsidePlayer {

    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(30);

    private OutsidePlayer() {}

    /** Validates one provider from its initial state. */
    static ValidationReport play(OutsideRow row) {
        SettableClock clock = new SettableClock(Instant.now());
        return serve(row, clock, baseUrl -> {
            try (HttpFetcher fetcher = new HttpFetcher(clock)) {
                return new Validation(fetcher, FetchRules.DEFAULT.withTimes(SILENCE, LONGEST_RESPONSE), clock,
                        (time, _) -> clock.advance(time))
                        .run(BaseUrl.parse(baseUrl), ValidationOptions.DEFAULT);
            }
        });
    }

    /** Returns the answer of another validator about one provider in its initial state. */
    static OtherValidator.Result play(OutsideRow row, OtherValidator other) {
        return serve(row, InstantSource.system(), baseUrl -> {
            try {
                return other.validate(baseUrl);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted");
            }
        });
    }

    /** @param clock of the provider; the server's Date header has the real time */
    private static <T> T serve(OutsideRow row, InstantSource clock, Function<String, T> validation) {
        OutsideProvider provider = new OutsideProvider();
        provider.clock = clock;
        try (LoopbackServer server = LoopbackServer.start(0, provider)) {
            provider.baseUrl = server.address() + "/oai";
            row.change().accept(provider);
            return validation.apply(provider.baseUrl);
        }
    }
}
