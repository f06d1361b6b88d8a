package dev.sheaf.bench.pairs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.Filling;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.simulator.Encryption;
import dev.sheaf.simulator.misbehaviour.Held;
import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Play;
import dev.sheaf.simulator.misbehaviour.Stage;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

/**
 * Player of misbehaviours: the scripted repository has several at once, and the program's own harvester harvests it over HTTP into a real
 * store. Waiting advances a clock and takes no time. One server and one store serve many plays.
 *
 * <p>For one thread.
 */
final class PairPlayer implements AutoCloseable {

    /**
     * Largest number of requests of one harvest; more count as endless. The longest list that ends has 2,500 sets, one on each page. The
     * harvester itself limits lists of sets by their number and their bytes.
     */
    private static final int MOST_REQUESTS = 3000;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** Real time without a byte: long enough for a busy machine, short enough for servers that stop sending on purpose. */
    private static final Duration IDLE = Duration.ofSeconds(2);
    /** The same for encrypted connections, whose first handshake takes long on a busy machine. None of their servers stops sending. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(20);
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Instant START = Instant.parse("2024-05-10T09:00:00Z");
    /**
     * Number of plays after which the store is replaced by an empty one, because all plays have the same identifiers, and copies of an item
     * cost time.
     */
    private static final int PLAYS_OF_A_STORE = 12;

    private final Path folder;
    private final Path authority;
    private final SettableClock clock = new SettableClock(START);
    private final MisbehavingServer server = MisbehavingServer.start(clock);
    private @Nullable HubStore store;
    private int plays;

    /** Order of harvests and events. */
    @FunctionalInterface
    private interface Plot {
        List<Play.Harvested> play(Stage stage, Consumer<Duration> passing, Play.Harvests harvests);
    }

    /** Creates a player, with a store in a file system in memory if there is one. */
    PairPlayer() {
        try {
            folder = Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "sheaf-pairs")
                    : Files.createTempDirectory("sheaf-pairs");
            authority = folder.resolve("ca.pem");
            try (InputStream in = Encryption.authority()) {
                Files.copy(in, authority);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("there is no room for temporary files", failure);
        }
    }

    /** Plays one or several misbehaviours at once. */
    PairResult play(Misbehaviour misbehaviour) {
        return play(misbehaviour, Play::play, server::stage);
    }

    /** Plays one or several misbehaviours that begin after a first harvest. */
    PairResult playLater(Misbehaviour misbehaviour) {
        return play(misbehaviour, Play::playLater, server::wellStage);
    }

    private PairResult play(Misbehaviour misbehaviour, Plot plot, Function<String, Optional<Stage>> stages) {
        clock.set(START);
        List<String> said = new ArrayList<>();
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            Stage stage = stages.apply(misbehaviour.name()).orElseThrow();
            Harvesting harvesting = new Harvesting(misbehaviour, stage, fetcher, said);
            List<Play.Harvested> harvested;
            try {
                harvested = plot.play(stage, clock::advance, harvesting::harvest);
            } catch (Endless _) {
                return new PairResult(misbehaviour.name(), Mark.ENDLESS, stage.requestCount(),
                        "did not end within " + MOST_REQUESTS + " requests and " + LONGEST.toSeconds() + " seconds", List.of(),
                        said);
            }
            return PairResult.of(misbehaviour.name(), stage.requestCount(), harvested, said);
        } catch (RuntimeException | Error failure) {
            return new PairResult(misbehaviour.name(), Mark.EXCEPTION, 0, failure.toString(), List.of(), said);
        } finally {
            server.forget(misbehaviour.name());
        }
    }

    private HubStore store() {
        HubStore open = store;
        if (open == null || ++plays % PLAYS_OF_A_STORE == 0) {
            closeStore();
            open = HubStores.open(folder.resolve("store"), Filling.IDENTITY, clock);
            store = open;
        }
        return open;
    }

    private void closeStore() {
        HubStore open = store;
        if (open != null) {
            open.close();
        }
        store = null;
        remove(folder.resolve("store"));
    }

    private static void remove(Path path) {
        if (Files.exists(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path one : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(one);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(path + " cannot be removed", failure);
            }
        }
    }

    @Override
    public void close() {
        closeStore();
        server.close();
        remove(folder);
    }

    /** Thrown to end an endless harvest. */
    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** The program's own harvest of one stage. */
    private final class Harvesting {

        private final HubStore store;
        private final Source source;
        private final Stage stage;
        private final SourceHarvest harvest;
        private final List<String> said;
        private final long seq;

        Harvesting(Misbehaviour misbehaviour, Stage stage, HttpFetcher fetcher, List<String> said) {
            this.store = store();
            this.stage = stage;
            this.said = said;
            this.seq = store.lastSeq();
            Source bare = Source.harvested("p" + plays, server.baseUrl(misbehaviour.name()));
            this.source = new Source(bare.id(), bare.kind(), bare.baseUrl(), bare.name(), bare.prefixes(),
                    misbehaviour.sets().stream().map(SetSpec::new).toList(),
                    bare.settings().withAccess(access(misbehaviour.encryption())));
            store.put(source);
            Duration idle = misbehaviour.encryption() == Encryption.NONE ? IDLE : HANDSHAKE;
            Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT.withTimes(idle, Duration.ofMinutes(1)), clock,
                    (time, reason) -> {
                        said.add("waits " + time + ": " + reason);
                        clock.advance(time);
                    });
            this.harvest = new SourceHarvest(store, harvester, clock);
        }

        /** Returns the access options of the client. A client that trusts the authority needs no complete chain. */
        private Access access(Encryption encryption) {
            return encryption == Encryption.NONE || encryption == Encryption.CHAIN_CUT
                    ? Access.DEFAULT
                    : Access.DEFAULT.withTrust(new Access.Trust(authority.toString(), null));
        }

        Held harvest(boolean full) {
            int before = stage.requestCount();
            long begun = System.nanoTime();
            boolean[] endless = {false};
            HarvestOptions options = HarvestOptions.DEFAULT.withFull(full).withCancelled(() -> {
                endless[0] |= stage.requestCount() - before > MOST_REQUESTS || System.nanoTime() - begun > LONGEST.toNanos();
                return endless[0];
            });
            said.add("--- harvest");
            HarvestOutcome outcome = harvest.run(source, options, event -> {
                switch (event) {
                    case HarvestEvent.Note(String message) -> said.add(message);
                    case HarvestEvent.RequestFailed(URI _, var _, String reason) -> said.add("failed: " + reason);
                    default -> {
                        // The log of the stage contains the requests.
                    }
                }
            }).orElseThrow();
            stage.requests().stream().skip(before).forEach(request -> said.add("asked: " + request));
            said.add(outcome.toString());
            if (endless[0]) {
                throw new Endless();
            }
            return new Held(outcome, held(), store.repairs().quarantined(source.id(), 1000));
        }

        private static Header withdrawn(Header header) {
            return new Header(header.identifier(), header.datestamp(), header.sets(), true);
        }

        private Map<String, OaiRecord> held() {
            Map<String, OaiRecord> held = new HashMap<>();
            for (StoredRecord stored : store.changes(MetadataPrefix.OAI_DC, seq, Integer.MAX_VALUE)) {
                if (stored.source().equals(source.id())) {
                    OaiRecord record = stored.record();
                    // A derived record replaces a withdrawn one and is no evidence about it.
                    held.put(record.identifier(), stored.derived() ? new OaiRecord(withdrawn(record.header()), null) : record);
                }
            }
            return held;
        }
    }
}
