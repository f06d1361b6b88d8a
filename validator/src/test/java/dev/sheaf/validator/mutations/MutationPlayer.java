package dev.sheaf.validator.mutations;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.Encryption;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.SimulatedRecords;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.mutations.ExpectedFindings.Entry;
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
    private final MisbehavingServer server = MisbehavingServer.start(0, all(), SimulatedRecords.FEWEST, PAGE, clock,
            clock::advance);
    private final Path authority;

    /** Starts the server. */
    MutationPlayer() {
        try (InputStream in = Encryption.authority()) {
            authority = Files.createTempFile("sheaf-authority", ".pem");
            Files.copy(in, authority, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("there is no room for a temporary file", failure);
        }
    }

    /** Returns the catalogue of faults that harvesters meet, and the faults that only a validator judges. */
    static List<Misbehaviour> all() {
        return Stream.concat(Misbehaviours.all().stream(), Misbehaviours.forValidators().stream()).toList();
    }

    /** Validates a repository from its initial state, and closes its connections afterwards. */
    MutationRow play(Misbehaviour misbehaviour, Entry expected) {
        // Certificates expire by the real time.
        clock.set(misbehaviour.encryption() == Encryption.ENDING ? Instant.now() : START);
        server.forget(misbehaviour.name());
        FetchRules rules = FetchRules.DEFAULT.withTimes(SILENCE, LONGEST_RESPONSE)
                .withAccess(access(misbehaviour.encryption()), URI.create(server.baseUrl(misbehaviour.name())));
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            ValidationReport report = new Validation(fetcher, rules, clock, (time, _) -> clock.advance(time))
                    .run(BaseUrl.parse(server.baseUrl(misbehaviour.name())), ValidationOptions.DEFAULT);
            return MutationRow.of(misbehaviour, expected, report);
        } finally {
            server.forget(misbehaviour.name());
        }
    }

    /** Returns the access options of the client. One that knew the authority would accept the incomplete chain. */
    private Access access(Encryption encryption) {
        return encryption == Encryption.NONE || encryption == Encryption.CHAIN_CUT
                ? Access.DEFAULT
                : Access.DEFAULT.withTrust(new Access.Trust(authority.toString(), null));
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
        try {
            Files.deleteIfExists(authority);
        } catch (IOException failure) {
            throw new UncheckedIOException(authority + " cannot be deleted", failure);
        }
    }
}
