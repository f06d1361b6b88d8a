package dev.sheaf.platform.acceptance;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.testkit.CanonicalXml;
import dev.sheaf.testkit.Encryption;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.misbehaviour.Ending;
import dev.sheaf.testkit.misbehaviour.Expectation;
import dev.sheaf.testkit.misbehaviour.MisbehavingServer;
import dev.sheaf.testkit.misbehaviour.Misbehaviour;
import dev.sheaf.testkit.misbehaviour.Round;
import dev.sheaf.testkit.misbehaviour.SimulatedRecords;
import dev.sheaf.testkit.misbehaviour.Stage;

/** One fault, harvested as the program does it, and what is to be said against how that went. */
final class CataloguePlay {

    /** Real time without a byte: what falls silent on purpose must not hold up the test, what is slow by chance must not fail it. */
    private static final Duration IDLE = Duration.ofSeconds(2);

    /**
     * How it went.
     *
     * @param misbehaviour what was played
     * @param outcomes of its harvests, in order
     * @param expected records that had to be there at the end
     * @param received those of them that are, whole
     * @param quarantined records set aside
     * @param requests of all harvests
     * @param faults what is wrong; empty when all is as it should be
     * @param report everything that was said
     */
    record Played(Misbehaviour misbehaviour, List<HarvestOutcome> outcomes, int expected, int received, int quarantined,
            int requests, List<String> faults, String report) {}

    private final Misbehaviour misbehaviour;
    private final SqliteRecordStore store;
    private final Source source;
    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final List<HarvestOutcome> outcomes = new ArrayList<>();
    private int expected;
    private int received;

    private CataloguePlay(Misbehaviour misbehaviour, SqliteRecordStore store, String id, String baseUrl, Path authority) {
        this.misbehaviour = misbehaviour;
        this.store = store;
        Source bare = Source.harvested(id, baseUrl);
        this.source = new Source(bare.id(), bare.kind(), bare.baseUrl(), bare.name(), bare.prefixes(),
                misbehaviour.sets().stream().map(SetSpec::new).toList(), bare.settings().withAccess(access(authority)));
    }

    /** Whoever knows the authority needs no chain that leads to it. */
    private Access access(Path authority) {
        return misbehaviour.encryption() == Encryption.NONE || misbehaviour.encryption() == Encryption.CHAIN_CUT
                ? Access.DEFAULT
                : Access.DEFAULT.withTrust(new Access.Trust(authority.toString(), null));
    }

    /**
     * Plays a fault and harvests it, each of its rounds included.
     *
     * @param authority file with the certificate of the authority that vouches for encrypted ones
     */
    static Played play(Misbehaviour misbehaviour, SqliteRecordStore store, String id, Path authority) {
        SettableClock[] clock = {null};
        try (MisbehavingServer server = MisbehavingServer.start(() -> Objects.requireNonNull(clock[0]).instant())) {
            CataloguePlay play = new CataloguePlay(misbehaviour, store, id, server.baseUrl(misbehaviour.name()), authority);
            clock[0] = play.clock;
            return play.run(server.stage(misbehaviour.name()).orElseThrow());
        }
    }

    private Played run(Stage stage) {
        store.put(source);
        try (HttpFetcher fetcher = new HttpFetcher(clock)) {
            Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT.withTimes(IDLE, Duration.ofMinutes(1)), clock,
                    (time, reason) -> {
                        said.add("waits: " + reason);
                        clock.advance(time);
                    });
            SourceHarvest harvest = new SourceHarvest(store, harvester);
            once(stage, harvest, HarvestOptions.DEFAULT, misbehaviour.expectation());
            for (Round round = stage.nextRound(); round != null && faults.isEmpty(); round = stage.nextRound()) {
                clock.advance(round.passes());
                stage.playRound();
                clock.advance(Duration.ofMinutes(1));
                once(stage, harvest, HarvestOptions.DEFAULT.withFull(round.full()), round.expectation());
            }
        }
        List<Quarantined> quarantined = store.quarantined(source.id(), 1000);
        return new Played(misbehaviour, List.copyOf(outcomes), expected, received, quarantined.size(), stage.requests().size(),
                List.copyOf(faults), String.join("\n", said));
    }

    private void once(Stage stage, SourceHarvest harvest, HarvestOptions options, Expectation expectation) {
        int before = stage.requests().size();
        long start = System.nanoTime();
        said.add("--- harvest " + (outcomes.size() + 1));
        HarvestOutcome outcome = harvest.run(source, options, event -> {
            switch (event) {
                case HarvestEvent.Note(String message) -> said.add(message);
                case HarvestEvent.RequestFailed(URI _, var _, String reason) -> said.add("failed: " + reason);
                default -> {
                    // The log of the stage tells what was asked.
                }
            }
        }).orElseThrow();
        outcomes.add(outcome);
        said.add(outcome.toString());
        int requests = stage.requests().size() - before;
        judge(stage, expectation, outcome);
        check(requests <= expectation.requests(), requests + " requests, at most " + expectation.requests() + " are needed");
        check(stage.requests().stream().noneMatch(request -> request.path().endsWith("/secret")),
                "an outside entity was fetched");
        check(System.nanoTime() - start < 30_000_000_000L, "it took more than 30 seconds");
    }

    private void judge(Stage stage, Expectation expectation, HarvestOutcome outcome) {
        String verdict = outcome.verdict().text();
        check(expectation.ending().verdicts().contains(verdict),
                "ended as " + outcome + ", right is: " + expectation.ending().text());
        List<OaiRecord> records = expected(stage);
        Set<String> quarantined = store.quarantined(source.id(), 1000).stream().map(Quarantined::identifier)
                .filter(Objects::nonNull).collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        expected = records.size();
        received = 0;
        for (OaiRecord record : records) {
            int number = SimulatedRecords.number(record.identifier());
            String fault = fault(record, expectation.altered().contains(number));
            if (fault == null) {
                received++;
            } else if (!expectation.everythingLost() && !expectation.lost().contains(number)) {
                boolean setAside = expectation.ending() == Ending.QUARANTINE
                        && outcome.verdict() == HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE
                        && quarantined.contains(record.identifier());
                check(setAside, record.identifier() + " " + fault);
            } else {
                missing.add(record.identifier());
            }
        }
        boolean nothingMissing = missing.isEmpty() || outcome.verdict() == HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE
                && missing.size() <= store.quarantined(source.id(), 1000).size();
        check(!outcome.isComplete() || nothingMissing, "says " + verdict + ", and missing are " + missing);
        if (expectation.ending() == Ending.QUARANTINE) {
            check(!store.quarantined(source.id(), 1000).isEmpty(), "nothing was set aside");
        }
        ghosts(stage, expectation, outcome);
        named(expectation, outcome);
    }

    /** What is gone must not stay as if it were there, unless that is said. */
    private void ghosts(Stage stage, Expectation expectation, HarvestOutcome outcome) {
        if (!outcome.isComplete() || !expectation.lost().isEmpty()) {
            return;
        }
        Set<String> there = stage.records().stream().map(OaiRecord::identifier).collect(Collectors.toSet());
        List<String> ghosts = IntStream.range(0, SimulatedRecords.FEWEST).mapToObj(SimulatedRecords::identifier)
                .filter(identifier -> !there.contains(identifier))
                .filter(identifier -> stored(identifier).map(record -> !record.record().deleted()).orElse(false)).toList();
        check(ghosts.isEmpty(), "still live, though gone: " + ghosts);
    }

    private void named(Expectation expectation, HarvestOutcome outcome) {
        if (expectation.sign().isEmpty() || outcome.verdict() == HarvestOutcome.Verdict.COMPLETE) {
            return;
        }
        String report = (outcome.reason() + " " + store.quarantined(source.id(), 1000).stream()
                .map(one -> one.identifier() + " " + one.reason()).collect(Collectors.joining(" "))).toLowerCase(Locale.ROOT);
        check(Arrays.stream(expectation.sign().split("\\|")).anyMatch(word -> report.contains(word.toLowerCase(Locale.ROOT))),
                "the report does not name '" + expectation.sign() + "': " + report);
    }

    private List<OaiRecord> expected(Stage stage) {
        return stage.records().stream().filter(record -> misbehaviour.sets().isEmpty() || record.header().sets().stream()
                .anyMatch(set -> misbehaviour.sets().contains(set.value()))).toList();
    }

    private Optional<StoredRecord> stored(String identifier) {
        return store.get(source.id(), MetadataPrefix.OAI_DC, identifier);
    }

    /** What is wrong with a record as it is stored; null when nothing is. */
    private @Nullable String fault(OaiRecord sent, boolean altered) {
        OaiRecord kept = stored(sent.identifier()).map(StoredRecord::record).orElse(null);
        if (kept == null) {
            return "did not arrive";
        }
        if (kept.deleted() != sent.deleted()) {
            return sent.deleted() ? "should be deleted" : "should not be deleted";
        }
        if (sent.deleted() || sent.metadata() == null || kept.metadata() == null) {
            return null;
        }
        if (altered) {
            Set<String> words = words(kept.metadata().utf8());
            Set<String> lost = new TreeSet<>(words(sent.metadata().utf8()));
            lost.removeAll(words);
            return lost.isEmpty() ? null : "lost the words " + lost;
        }
        String right = CanonicalXml.of(sent.metadata().utf8());
        String found = CanonicalXml.of(kept.metadata().utf8());
        return right.equals(found) ? null : "is not what was sent but " + found;
    }

    /** The words of letters that no encoding disagrees on. */
    private static Set<String> words(byte[] document) {
        StringBuilder text = new StringBuilder();
        collect(CanonicalXml.dom(document).getDocumentElement(), text);
        return Arrays.stream(text.toString().split("[^\\p{L}\\p{N}\\p{M}\\p{Cn}\\p{So}\\p{Co}]+"))
                .filter(word -> word.length() > 2 && word.chars().allMatch(c -> c < 128)).collect(Collectors.toSet());
    }

    private static void collect(Node node, StringBuilder text) {
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Text piece) {
                text.append(piece.getData());
            } else {
                collect(child, text.append(' '));
                text.append(' ');
            }
        }
    }

    private void check(boolean right, String fault) {
        if (!right) {
            faults.add(misbehaviour.rounds().isEmpty() ? fault : "harvest " + outcomes.size() + ": " + fault);
        }
    }
}
