package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Records no longer listed are found, and nothing is inferred from a list that may be incomplete. */
class VanishedRecordsTest extends JobsSetup {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"), "http://example.org/marc.xsd",
            Namespaces.MARC21);

    private static String id(int number) {
        return SampleRecords.identifier(number);
    }

    @Test
    void fullHarvest_findsMissingRecords() {
        repository("no", SampleRecords.many(100));
        assertThat(harvest(false).counts()).isEqualTo(new Counts(100, 0, 0, 0, 0));
        clock.advance(Duration.ofHours(1));
        repository("no", allBut(100, 7, 55));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts()).isEqualTo(new Counts(0, 0, 98, 2, 0));
        assertThat(servedDeleted()).containsExactly(id(55), id(7));
        assertThat(status().lastOutcome()).isEqualTo(outcome);
        assertThat(providers.getLast().requests(ReceivedRequest.of(Verb.GET_RECORD)))
                .as("two missing ones, and three as a control")
                .hasSizeBetween(4, 5);
        assertThat(store().heldDeletions().censuses(ID)).singleElement()
                .isEqualTo(new CensusReport(MetadataPrefix.OAI_DC, 2, clock.instant(), CensusReport.How.LIST, 98, 2, false));
    }

    @Test
    void repositoryWithDeletedHeaders_isNotSearchedForMissingRecords() {
        repository("persistent", SampleRecords.many(20));
        harvest(false);
        repository("persistent", allBut(20, 7));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.counts()).isEqualTo(new Counts(0, 0, 19, 0, 0));
        assertThat(servedDeleted()).isEmpty();
        // The list and the statement contradict each other.
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("1 of the 20 records that were there before", "sheaf harvest a --census");
        // Unless somebody wants to know.
        assertThat(harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false)).counts().deleted()).isOne();
        assertThat(servedDeleted()).containsExactly(id(7));
    }

    @Test
    void shrunkenList_isNotComplete_despiteReportedDeletions() {
        repository("persistent", SampleRecords.many(100));
        harvest(false);
        repository("persistent", SampleRecords.many(80));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("20 of the 100 records that were there before", "(oai_dc)",
                "sheaf harvest a --census");
        repository("persistent", List.of());
        assertThat(harvest(true).isComplete()).isFalse();
        assertThat(servedDeleted()).isEmpty();
        assertThat(store().heldDeletions().count(ID)).isZero();
        repository("persistent", SampleRecords.many(95));
        assertThat(harvest(true).verdict()).isEqualTo(Verdict.PARTIAL);
        repository("persistent", SampleRecords.many(80));
        assertThat(harvest(false).verdict()).as("an increment lacks what has not changed").isEqualTo(Verdict.COMPLETE);

        HarvestOutcome held = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
        assertThat(held.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(held.reason()).isEqualTo("20 deletions in oai_dc are held for sheaf source approve a");
        assertThat(store().heldDeletions().count(ID)).isEqualTo(20);
    }

    @Test
    void increment_listsIdentifiersIfTheLastCensusIsLongAgo() {
        repository("transient", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider later = repository("transient", allBut(40, 3));
        clock.advance(Duration.ofDays(6));
        harvest(false);
        assertThat(later.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS))).isEmpty();
        clock.advance(Duration.ofDays(1));
        assertThat(harvest(false).counts().deleted()).isOne();
        assertThat(later.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS))).hasSize(4);
        assertThat(servedDeleted()).containsExactly(id(3));
    }

    @Test
    void fewerIdentifiersThanStated_deleteNothing() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider lacking = repository("no", allBut(40, 3));
        lacking.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.text(
                body -> body.replace("completeListSize=\"39\"", "completeListSize=\"40\"")));
        clock.advance(Duration.ofDays(8));
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.verdict()).as("the increment itself").isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts().deleted()).isZero();
        assertThat(outcome.reason()).contains("no census of oai_dc this time", "announced 40 records and listed 39");
        assertThat(servedDeleted()).isEmpty();
        HarvestOutcome wanted = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
        assertThat(wanted.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(wanted.reason()).contains("no census of oai_dc", "announced 40 records and listed 39");
    }

    /** The header of a record, so broken that nothing can be made of it; and no size that would give it away. */
    private static Behaviour broken(int number, boolean named) {
        String attributes = " xmlns:a='urn:x' xmlns:b='urn:x' a:k='' b:k=''";
        return Behaviour.text(body -> {
            String cut = body.replaceAll(" completeListSize=\"[0-9]+\"", "");
            String identifier = "<identifier>" + id(number) + "</identifier>";
            return named
                    ? cut.replace(identifier + "<datestamp>", identifier + "<datestamp" + attributes + ">")
                    : cut.replace(identifier, "<identifier" + attributes + "></identifier>");
        });
    }

    @Test
    void unrepairableHeader_countsAsAPresentRecord() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider later = repository("no", allBut(40, 3));
        later.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), broken(7, true));
        clock.advance(Duration.ofDays(8));
        HarvestOutcome outcome = harvest(false);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(servedDeleted()).containsExactly(id(3));
        assertThat(harvester.identifiers(store().source(ID).orElseThrow(), Selection.all(MetadataPrefix.OAI_DC),
                HarvestOptions.DEFAULT, _ -> {}, events::add)).satisfies(listed -> {
                    assertThat(listed).hasToString("complete-with-quarantine");
                    assertThat(listed.counts().refused()).isOne();
                });
    }

    @Test
    void headerWithoutAnIdentifier_preventsDeletions() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider later = repository("no", allBut(40, 3));
        later.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), broken(7, false));
        clock.advance(Duration.ofDays(8));
        assertThat(harvest(false).reason()).contains("no census of oai_dc this time",
                "1 header of the list cannot be read, not even the identifier");
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void census_usesPinnedSettings() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider lacking = repository("no", allBut(40, 3));
        lacking.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.text(
                body -> body.replace("completeListSize=\"39\"", "completeListSize=\"40\"")));
        store().pinProfile(ID, store().profile(ID).pin(ServerTrait.SIZES, "no"));
        clock.advance(Duration.ofDays(8));
        assertThat(harvest(false)).hasToString("complete");
        assertThat(servedDeleted()).containsExactly(id(3));
    }

    @Test
    void censusOfAStrictHarvest_repairsNothing() {
        repository("no", SampleRecords.many(40));
        harvest(false);
        ScriptedProvider later = repository("no", allBut(40, 3));
        later.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.text(body -> body.replace("<header>", "<header>&nbsp;")));
        clock.advance(Duration.ofDays(8));
        assertThat(harvest(HarvestOptions.DEFAULT.withStrict(true), HarvestCare.USUAL).reason())
                .contains("no census of oai_dc this time");
        assertThat(servedDeleted()).isEmpty();
        assertThat(harvest(false)).hasToString("complete");
        assertThat(servedDeleted()).containsExactly(id(3));
    }

    @Test
    void returningRecord_isServedAgain() {
        repository("no", SampleRecords.many(30));
        harvest(false);
        repository("no", allBut(30, 3));
        harvest(true);
        assertThat(servedDeleted()).containsExactly(id(3));
        repository("no", SampleRecords.many(30));
        assertThat(harvest(true).counts()).isEqualTo(new Counts(1, 0, 29, 0, 0));
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void listNotProvenComplete_deletesNothing() {
        repository("no", SampleRecords.many(100));
        harvest(false);
        ScriptedProvider cut = repository("no", allBut(100, 7));
        cut.when(ReceivedRequest.beyondTheFirstPage(), Behaviour.status(404));
        cut.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS).or(ReceivedRequest.of(Verb.GET_RECORD)), Behaviour.status(404));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.counts().deleted()).isZero();
        assertThat(servedDeleted()).isEmpty();
        // Going on where it broke off is not a look at the whole list either: the identifiers are listed when the time has come.
        cut.behave();
        cut.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", "no")));
        assertThat(harvest(false).counts().deleted()).isZero();
        cut.when(ReceivedRequest.of(Verb.LIST_IDENTIFIERS), Behaviour.status(404));
        clock.advance(Duration.ofDays(8));
        HarvestOutcome without = harvest(false);
        assertThat(without.isComplete()).isTrue();
        assertThat(without.reason()).contains("no census of oai_dc this time", "404");
        assertThat(notes()).anyMatch(note -> note.contains("looked for another time") && note.contains("404"));
        assertThat(servedDeleted()).isEmpty();
        HarvestOutcome wanted = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
        assertThat(wanted.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(wanted.reason()).contains("no census of oai_dc").contains("404");
    }

    @Test
    void tooManyVanishedRecords_arePendingUntilApproval() {
        repository("no", SampleRecords.many(100));
        harvest(false);
        repository("no", SampleRecords.many(80));
        clock.advance(Duration.ofHours(1));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.isComplete()).as("the list is whole, and the next one begins behind it").isTrue();
        assertThat(outcome.counts().deleted()).isZero();
        assertThat(outcome.reason()).isEqualTo("20 deletions in oai_dc are held for sheaf source approve a");
        assertThat(notes()).anyMatch(note -> note.contains("20 of 100 records") && note.contains("source approve a"));
        assertThat(status().state()).isEqualTo(State.HELD);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(20);
        assertThat(servedDeleted()).isEmpty();

        SourceCorrection correction = new SourceCorrection(store(), clock);
        assertThat(correction.approve(ID)).contains(new Counts(0, 0, 0, 20, 0));
        assertThat(servedDeleted()).hasSize(20);
        assertThat(status().state()).isEqualTo(State.IDLE);
        assertThat(status().records()).isEqualTo(80);
        assertThat(status().lastOutcome()).as("an approval is no harvest").isEqualTo(outcome);

        // An approval can be undone like any run.
        assertThat(correction.rollback(ID, SourceCorrection.Watch.NONE)).contains(new Counts(20, 0, 0, 0, 0));
        assertThat(servedDeleted()).isEmpty();
        assertThat(status().records()).isEqualTo(100);
    }

    @Test
    void pendingDeletions_areDropped_whenRejectedOrListedAgain() {
        repository("no", SampleRecords.many(100));
        harvest(false);
        repository("no", SampleRecords.many(70));
        harvest(true);
        assertThat(new SourceCorrection(store(), clock).reject(ID)).contains(30L);
        assertThat(status().state()).isEqualTo(State.IDLE);
        harvest(true);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(30);

        // Some come in an increment, unchanged: their deletion is not waited for any more.
        ScriptedProvider back = repository("no", SampleRecords.many(75));
        back.expireTokens();
        harvest(HarvestOptions.DEFAULT.withWindow(SampleRecords.live(70).header().datestamp(), null), HarvestCare.USUAL);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(25);

        repository("no", SampleRecords.many(100));
        harvest(true);
        assertThat(store().heldDeletions().count(ID)).isZero();
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void anEmptyListDeletesNothing() {
        repository("no", SampleRecords.many(5));
        harvest(false);
        repository("no", List.of());
        harvest(true);
        assertThat(servedDeleted()).isEmpty();
        // An empty list is not proven complete, so there is nothing to approve.
        assertThat(status().state()).isEqualTo(State.FAILING);
    }

    @Test
    void limitOfDeletions_isConfigurable() {
        repository("no", SampleRecords.many(100));
        harvest(false);
        store().monitoring().put(ID, new SourceCare(false, null, 50));
        repository("no", SampleRecords.many(60));
        assertThat(harvest(true).counts().deleted()).isEqualTo(40);
        store().monitoring().put(ID, new SourceCare(false, Duration.ZERO, 50));
        repository("no", SampleRecords.many(50));
        assertThat(harvest(true).counts().deleted()).isZero();
    }

    @Test
    void refusedRecord_isNotCountedAsVanished() {
        repository("no", SampleRecords.many(20));
        harvest(false);
        ScriptedProvider broken = repository("no", SampleRecords.many(20));
        broken.when(ReceivedRequest.page(2), Behaviour.text(text -> text.replaceFirst("(?s)<metadata>.*?</metadata>", "")));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(outcome.counts()).isEqualTo(new Counts(0, 0, 19, 0, 1));
        assertThat(servedDeleted()).isEmpty();
    }

    @Test
    void itemMissingInOneFormat_keepsItsOtherFormats() {
        ScriptedProvider both = repository("no", SampleRecords.many(30)).format(MARC);
        both.put(MARC.prefix(), marc(SampleRecords.many(30)));
        harvest(false);
        assertThat(store().statistics().formats(ID)).containsExactly(new FormatCount(MARC.prefix(), 30, 0),
                new FormatCount(MetadataPrefix.OAI_DC, 30, 0));
        ScriptedProvider fewer = repository("no", SampleRecords.many(30)).format(MARC);
        fewer.put(MARC.prefix(), marc(allBut(30, 4)));
        assertThat(harvest(true).counts()).isEqualTo(new Counts(0, 0, 59, 1, 0));
        assertThat(servedDeleted()).isEmpty();
        assertThat(store().get(ID, MARC.prefix(), id(4)).orElseThrow().record().deleted()).isTrue();
        assertThat(status().records()).as("items").isEqualTo(30);
        assertThat(store().statistics().formats(ID)).contains(new FormatCount(MARC.prefix(), 29, 1));
    }

    @Test
    void deletionInOneFormat_keepsTheItemsOtherFormats() {
        ScriptedProvider both = repository("persistent", SampleRecords.many(3)).format(MARC);
        both.put(MARC.prefix(), marc(SampleRecords.many(3)));
        harvest(false);
        clock.advance(Duration.ofDays(1));
        both.put(MARC.prefix(), List.of(SampleRecords.deleted(1, Datestamp.ofSecond(clock.instant()))));
        harvest(false);
        assertThat(servedDeleted()).isEmpty();
        assertThat(status().records()).isEqualTo(3);
        assertThat(store().get(ID, MARC.prefix(), id(1)).orElseThrow().record().deleted()).isTrue();
        assertThat(store().statistics().formats(ID)).contains(new FormatCount(MARC.prefix(), 2, 1));
    }

    private static List<OaiRecord> marc(List<OaiRecord> records) {
        return records.stream().map(record -> new OaiRecord(record.header(), XmlFragment.of("<record xmlns=\"" + Namespaces.MARC21
                + "\"><leader>00000nam a2200000 a 4500</leader><controlfield tag=\"001\">" + record.identifier()
                + "</controlfield></record>"))).toList();
    }
}
