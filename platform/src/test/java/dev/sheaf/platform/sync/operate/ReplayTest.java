package dev.sheaf.platform.sync.operate;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.JobsSetup;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class ReplayTest extends JobsSetup {

    private static final String LOST = "oai:example.org:lost";
    /** A bare ampersand: beyond repair for an earlier version of the program, let us say. */
    private static final String READABLE_TODAY = """
            <record><header><identifier>%s</identifier><datestamp>2020-02-02</datestamp></header><metadata>\
            <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">\
            <dc:title>Salt & pepper</dc:title></oai_dc:dc></metadata></record>""".formatted(LOST);

    private SourceActions actions;

    @BeforeEach
    void registerSource() {
        repository("persistent", List.of());
        actions = new SourceActions(store(), clock);
    }

    @Test
    void recordReadableToday_isStored_andLeavesTheQuarantine() {
        quarantine(LOST, READABLE_TODAY);
        QuarantineEntry entry = store().repairs().quarantine(ID, 10, 0).getFirst();
        assertThat(entry.identifier()).isEqualTo(LOST);
        assertThat(entry.prefix()).isEqualTo(MetadataPrefix.OAI_DC);
        assertThat(entry.size()).isEqualTo(READABLE_TODAY.length());

        SourceActions.Replayed replayed = actions.replay(ID, List.of(entry.key()));

        assertThat(replayed.result().kind()).isEqualTo(ActionResult.Kind.DONE);
        assertThat(replayed.result().message()).contains("can be read now and is stored, repaired: ");
        StoredRecord stored = store().get(ID, MetadataPrefix.OAI_DC, LOST).orElseThrow();
        assertThat(String.valueOf(stored.record().metadata())).contains("Salt &amp; pepper");
        assertThat(store().repairs().quarantine(ID, 10, 0)).isEmpty();
        assertThat(store().repairs().tally(ID).repaired()).isEqualTo(1);
        RunReport run = store().runs().last(ID, 1).getFirst();
        assertThat(run.kind()).isEqualTo(RunReport.Kind.REPLAY);
        assertThat(Objects.requireNonNull(run.outcome()).counts().created()).isEqualTo(1);
    }

    @Test
    void aReplayCanBeUndone() {
        quarantine(LOST, READABLE_TODAY);
        actions.replay(ID, List.of());
        clock.advance(Duration.ofMinutes(1));
        assertThat(actions.rollback(ID).message()).contains("1 records were withdrawn");
        assertThat(servedDeleted()).containsExactly(LOST);
    }

    @Test
    void recordWithAnUnknownIdentifier_leavesTheQuarantineWhenReadable() {
        quarantine(null, READABLE_TODAY);
        assertThat(actions.replay(ID, List.of()).result().isDone()).isTrue();
        assertThat(store().get(ID, MetadataPrefix.OAI_DC, LOST)).isPresent();
        assertThat(store().repairs().quarantine(ID, 10, 0)).isEmpty();
    }

    @Test
    void unreadableRecord_staysInQuarantine_withoutARun() {
        quarantine(LOST, "<record><header><identifier>" + LOST + "</identifier></header><metadata><a");
        quarantine("oai:example.org:empty", "");
        int runs = store().runs().last(ID, 10).size();

        SourceActions.Replayed replayed = actions.replay(ID, List.of());

        assertThat(replayed.result().kind()).isEqualTo(ActionResult.Kind.NOTHING);
        assertThat(replayed.result().message()).contains("of 2 entries in quarantine 0 can be read now");
        assertThat(replayed.things()).allMatch(thing -> thing.outcome() == ReplayResult.Outcome.UNREADABLE)
                .anyMatch(thing -> thing.message().contains("no bytes of it are stored"));
        assertThat(store().repairs().quarantine(ID, 10, 0)).hasSize(2);
        assertThat(store().runs().last(ID, 10)).hasSize(runs);
    }

    @Test
    void earlierVersion_doesNotReplaceALaterOne() {
        OaiRecord later = SampleRecords.many(1).getFirst();
        long run = store().begin(ID, clock.instant());
        store().save(new Batch(ID, run, MetadataFormat.OAI_DC, List.of(later)));
        store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
        quarantine(null, READABLE_TODAY.replace(LOST, later.identifier()).replace("2020-02-02", "1990-01-01T00:00:00Z"));

        SourceActions.Replayed replayed = actions.replay(ID, List.of());

        assertThat(replayed.things().getFirst().outcome()).isEqualTo(ReplayResult.Outcome.OUTDATED);
        assertThat(String.valueOf(store().get(ID, MetadataPrefix.OAI_DC, later.identifier()).orElseThrow().record().metadata()))
                .doesNotContain("pepper");
        assertThat(store().repairs().quarantine(ID, 10, 0)).isEmpty();
    }

    @Test
    void sourceBeingHarvested_isNotReplayed() {
        quarantine(LOST, READABLE_TODAY);
        try (SourceLease _ = store().leases().tryTake(ID).orElseThrow()) {
            assertThat(actions.replay(ID, List.of()).result().kind()).isEqualTo(ActionResult.Kind.BUSY);
        }
        assertThat(actions.replay("nobody", List.of()).result().kind()).isEqualTo(ActionResult.Kind.UNKNOWN);
        assertThat(actions.replay(ID, List.of("../x")).result().kind()).isEqualTo(ActionResult.Kind.UNKNOWN);
    }

    private void quarantine(@org.jspecify.annotations.Nullable String identifier, String raw) {
        long run = store().begin(ID, clock.instant());
        store().save(new Batch(ID, run, List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(), false)),
                List.of(new Quarantined(identifier, "the record is broken", raw.getBytes(StandardCharsets.UTF_8))), null, null));
        store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE_WITH_QUARANTINE, "", Counts.ZERO, 1),
                clock.instant());
    }
}
