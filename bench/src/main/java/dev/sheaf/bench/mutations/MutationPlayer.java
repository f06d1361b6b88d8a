package dev.sheaf.bench.mutations;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import dev.sheaf.bench.mutations.ExpectedFindings.Entry;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.SimulatedRecords;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.Validation;

/**
 * Validates misbehaving repositories over HTTP on the loopback interface. Waiting moves a clock and takes no time. For one thread.
 */
final class MutationPlayer implements AutoCloseable {

    private static final Instant START = Instant.parse("2024-05-10T09:00:00Z");
    /** Real time without a byte: long enough for a busy machine, short enough for servers that fall silent on purpose. */
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final int PAGE = 10;
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(30);

    private final SettableClock clock = new SettableClock(START);
    private final MisbehavingServer server = MisbehavingServer.start(0, all(), SimulatedRecords.FEWEST, PAGE, clock);

    /** Returns the catalogue of faults that harvesters meet, and the faults that only a validator judges. */
    static List<Misbehaviour> all() {
        return Stream.concat(Misbehaviours.all().stream(), Misbehaviours.forValidators().stream()).toList();
    }

    /** Validates a repository from its initial state, and closes its connections afterwards. */
    MutationRow play(Misbehaviour misbehaviour, Entry expected) {
        clock.set(START);
        server.forget(misbehaviour.name());
        FetchRules rules = FetchRules.DEFAULT.withTimes(SILENCE, LONGEST_RESPONSE);
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            ValidationReport report = new Validation(fetcher, rules, clock, (time, _) -> clock.advance(time))
                    .run(BaseUrl.parse(server.baseUrl(misbehaviour.name())), ValidationOptions.DEFAULT);
            return MutationRow.of(misbehaviour, expected, report);
        } finally {
            server.forget(misbehaviour.name());
        }
    }

    /** Returns the base URL of a repository in its initial state. */
    String baseUrl(Misbehaviour misbehaviour) {
        clock.set(Instant.now());
        server.forget(misbehaviour.name());
        return server.baseUrl(misbehaviour.name());
    }

    @Override
    public void close() {
        server.close();
    }
}
