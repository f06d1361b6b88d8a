package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The last run is undone: records, lists, and the place from which the next harvest goes on. */
class RollbackTest extends JobsSetup {

    private Map<String, String> contents() {
        return served().stream().filter(record -> !record.deleted())
                .collect(Collectors.toMap(OaiRecord::identifier, record -> record.metadata() + " " + record.header().sets()));
    }

    private Checkpoint checkpoint() {
        return store().checkpoint(ID, Selection.all(MetadataPrefix.OAI_DC)).orElseThrow();
    }

    private static OaiRecord changed(int number, String title, Datestamp when) {
        return SampleRecords.live(number, title, when, "a:b");
    }

    @Test
    void rollback_undoesTheLastRun_andTheNextRunRepeatsIt() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(30));
        harvest(false);
        Map<String, String> before = contents();
        Checkpoint place = checkpoint();
        clock.advance(Duration.ofDays(1));
        Datestamp now = Datestamp.ofSecond(clock.instant());
        provider.put(List.of(changed(3, "vandalised", now), changed(4, "this too", now), SampleRecords.deleted(5, now),
                SampleRecords.live(40, "new", now), SampleRecords.live(41, "new", now), SampleRecords.deleted(99, now)));
        assertThat(harvest(false).counts()).isEqualTo(new Counts(2, 2, 0, 2, 0));
        Map<String, String> after = contents();
        clock.advance(Duration.ofHours(1));

        Counts undone = new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE).orElseThrow();

        assertThat(undone).isEqualTo(new Counts(1, 2, 0, 2, 0));
        assertThat(contents()).isEqualTo(before);
        assertThat(servedDeleted()).containsExactly(SampleRecords.identifier(40), SampleRecords.identifier(41),
                SampleRecords.identifier(99));
        assertThat(checkpoint()).isEqualTo(place);
        assertThat(status().records()).isEqualTo(30);
        List<OaiRecord> moved = served().stream()
                .filter(record -> record.header().datestamp().equals(Datestamp.ofSecond(clock.instant()))).toList();
        assertThat(moved).as("what was undone has the datestamp of the undoing").extracting(OaiRecord::identifier)
                .containsExactlyInAnyOrder(SampleRecords.identifier(3), SampleRecords.identifier(4), SampleRecords.identifier(5),
                        SampleRecords.identifier(40), SampleRecords.identifier(41));
        assertThat(store().runs().last(ID, 1).getFirst())
                .extracting(RunReport::kind, run -> Objects.requireNonNull(run.outcome()).counts())
                .containsExactly(RunReport.Kind.ROLLBACK, undone);
        assertThat(store().get(ID, MetadataPrefix.OAI_DC, SampleRecords.identifier(3)).orElseThrow().originDatestamp())
                .isEqualTo(SampleRecords.live(3).header().datestamp());

        assertThat(store().rollback().undoable(ID)).as("only once").isEmpty();
        assertThat(new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE)).contains(Counts.ZERO);
        assertThat(contents()).isEqualTo(before);

        clock.advance(Duration.ofHours(1));
        assertThat(harvest(false).counts()).isEqualTo(new Counts(2, 2, 0, 1, 0).plus(new Counts(0, 0, 1, 0, 0)));
        assertThat(contents()).isEqualTo(after);
    }

    @Test
    void recordChangedTwiceInARun_isRestoredToItsFormerVersion() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(30));
        harvest(false);
        Map<String, String> before = contents();
        clock.advance(Duration.ofDays(1));
        Datestamp now = Datestamp.ofSecond(clock.instant());
        // Both versions of record 3 are in the list, on different pages: one from the list, one told in front of page two.
        List<OaiRecord> others = new ArrayList<>();
        for (int i = 50; i < 70; i++) {
            others.add(SampleRecords.live(i, "new", now));
        }
        provider.put(List.of(changed(3, "first", now))).put(others);
        provider.when(ReceivedRequest.page(2), Behaviour
                .text(text -> text.replaceFirst("<record>",
                        record(3, Datestamp.ofSecond(clock.instant().plusSeconds(1))) + "<record>")));
        harvest(false);
        assertThat(contents().get(SampleRecords.identifier(3))).contains("second");
        new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE);
        assertThat(contents()).isEqualTo(before);
    }

    private static String record(int number, Datestamp now) {
        return "<record><header><identifier>" + SampleRecords.identifier(number) + "</identifier><datestamp>" + now.text()
                + "</datestamp></header><metadata>" + SampleRecords.dublinCore(number, "second") + "</metadata></record>";
    }

    @Test
    void rollbackOfTheFirstHarvest_leavesNoRecords() {
        repository("persistent", SampleRecords.many(25));
        harvest(false);
        Counts undone = new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE).orElseThrow();
        assertThat(undone).isEqualTo(new Counts(0, 0, 0, 25, 0));
        assertThat(status().records()).isZero();
        assertThat(servedDeleted()).hasSize(25);
        assertThat(store().checkpoint(ID, Selection.all(MetadataPrefix.OAI_DC))).isEmpty();
        assertThat(harvest(false).counts()).isEqualTo(new Counts(25, 0, 0, 0, 0));
    }

    @Test
    void rollback_undoesTheCensusOfTheRun() {
        repository("no", SampleRecords.many(50));
        harvest(false);
        repository("no", allBut(50, 1, 2, 3));
        assertThat(harvest(true).counts().deleted()).isEqualTo(3);
        assertThat(new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE))
                .contains(new Counts(3, 0, 0, 0, 0));
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void derivedRecords_followARollback() {
        ScriptedProvider provider = repository("persistent", List.of());
        MetadataFormat marc = new MetadataFormat(new MetadataPrefix("marc21"),
                "http://example.org/m.xsd",
                Namespaces.MARC21);
        provider.format(marc).put(marc.prefix(), List.of(marc(1, "First"), marc(2, "Second")));
        HarvestOptions only = HarvestOptions.DEFAULT
                .withLists(List.of(marc.prefix()), List.of());
        harvest(only, HarvestCare.USUAL);
        Map<String, String> before = contents();
        assertThat(before).hasSize(2);
        clock.advance(Duration.ofDays(1));
        provider.put(marc.prefix(), List.of(dated(marc(1, "Changed")), dated(marc(3, "Third"))));
        harvest(only, HarvestCare.USUAL);
        assertThat(contents()).hasSize(3);
        new SourceCorrection(store(), clock).rollback(ID, SourceCorrection.Watch.NONE);
        assertThat(contents()).isEqualTo(before);
    }

    private OaiRecord dated(OaiRecord record) {
        return new OaiRecord(
                new Header(record.identifier(), Datestamp.ofSecond(clock.instant()), List.of(), false),
                record.metadata());
    }

    private static OaiRecord marc(int number, String title) {
        return new OaiRecord(SampleRecords.live(number).header(), XmlFragment.of("<record xmlns=\""
                + Namespaces.MARC21 + "\"><leader>00000nam a2200000 a 4500</leader><controlfield tag=\"001\">"
                + number
                + "</controlfield><datafield tag=\"245\" ind1=\"0\" ind2=\"0\"><subfield code=\"a\">" + title
                + "</subfield></datafield></record>"));
    }

    @Test
    void rollback_reportsItsProgress() {
        repository("persistent", SampleRecords.many(7_000));
        harvest(false);
        List<String> steps = new ArrayList<>();
        List<String> ledger = new ArrayList<>();

        new SourceActions(store(), clock).rollback(ID, (records, all) -> {
            steps.add(records + " of " + all);
            RunProgress progress = Objects.requireNonNull(store().runs().last(ID, 1).getFirst().progress());
            ledger.add(progress.doing() + ": " + progress.received() + " of " + progress.listSize());
            clock.advance(Duration.ofSeconds(2));
        });

        assertThat(steps).containsExactly("3000 of 7000", "6000 of 7000", "7000 of 7000", "7000 of 7000");
        assertThat(ledger.get(2)).isEqualTo("undoing run 1: 6000 of 7000");
        assertThat(status().records()).isZero();
    }
}
