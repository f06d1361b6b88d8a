package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.platform.sync.erring.ErringRepository.Fault;
import dev.sheaf.platform.sync.erring.ErringRepository.Rec;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.runs.RunReport;

import static dev.sheaf.platform.sync.erring.ErringRepository.id;
import static org.assertj.core.api.Assertions.assertThat;

/** Records of which the answers of a repository show two states, where GetRecord does not decide or decides in part. */
class DoubtfulStatesTest extends ErringSetup {

    private static final Set<String> DOUBTFUL = Set.of(id(2), id(3), id(21), id(22), id(23));

    private Rec deleted(Rec record) {
        return new Rec(record.id(), repository.now.minusSeconds(60), true, List.of(), "");
    }

    private Set<String> deletedHere() {
        return served().stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).collect(Collectors.toSet());
    }

    private String content(int number) {
        return String.valueOf(store().get(ID, MetadataPrefix.OAI_DC, id(number)).orElseThrow().record().metadata())
                .replaceAll("(?s).*<dc:title>(.*)</dc:title>.*", "$1");
    }

    /** ListRecords reports live records as deleted, ListIdentifiers names them, and GetRecord fails. */
    @ParameterizedTest
    @ValueSource(strings = {"500", "<html/>"})
    void deletionsThatListIdentifiersContradicts_areTakenBackAndHeld_ifGetRecordFails(String answer) {
        first();
        MetadataPrefix mods = new MetadataPrefix("mods");
        DerivedFormats formats = new DerivedFormats(store(), () -> false);
        formats.choose(ID, List.of(mods));
        formats.catchUp(ID, _ -> {});
        repository.put(deleted(repository.record(40)));
        repository.fault = Fault
                .inRecords(page -> page.records.replaceAll(one -> DOUBTFUL.contains(one.id()) ? deleted(one) : one))
                .and(Fault.inGetRecord(_ -> answer));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).containsExactly(id(40));
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(store().heldDeletions().count(ID)).isEqualTo(DOUBTFUL.size());
        assertThat(String.valueOf(store().get(ID, mods, id(2)).orElseThrow().record().metadata())).contains("Title 2");
        assertThat(outcome.reason()).contains("5 deletions that lists report are not confirmed");
        long changed = served().stream().filter(one -> one.identifier().equals(id(2))).findFirst().orElseThrow().header()
                .datestamp().instant().orElseThrow().getEpochSecond();
        clock.advance(Duration.ofHours(1));

        harvest(true);

        assertThat(deletedHere()).containsExactly(id(40));
        assertThat(store().heldDeletions().count(ID)).isEqualTo(DOUBTFUL.size());
        assertThat(served()).as("the record that is held does not change again")
                .anyMatch(one -> one.identifier().equals(id(2))
                        && one.header().datestamp().instant().orElseThrow().getEpochSecond() == changed);

        repository.fault = ErringRepository.NONE;
        HarvestOutcome sound = harvest(true);

        assertThat(sound.verdict()).as(sound.toString()).isEqualTo(Verdict.COMPLETE);
        assertThat(store().heldDeletions().count(ID)).isZero();
    }

    @Test
    void deletionsThatGetRecordDeniesToo_areCarriedOut_althoughListIdentifiersNamesThem() {
        first();
        repository.fault = Fault
                .inRecords(page -> page.records.replaceAll(one -> DOUBTFUL.contains(one.id()) ? deleted(one) : one))
                .and(Fault.inGetRecord(identifier -> DOUBTFUL.contains(identifier)
                        ? error("idDoesNotExist")
                        : ""));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).containsExactlyInAnyOrderElementsOf(DOUBTFUL);
    }

    /** A page has some records as live and as deleted, and GetRecord fails, or denies them. */
    @ParameterizedTest
    @ValueSource(strings = {"deny, 0", "deny, 60", "500, 0", "500, 60", "500, -86400"})
    void recordsWithTwoStatesOnAPage_stay_unlessGetRecordSaysThatTheyAreDeleted(String how) {
        first();
        Duration later = Duration.ofSeconds(Long.parseLong(how.replaceAll(".*, ", "")));
        repository.fault = Fault.inRecords(page -> List.copyOf(page.records).stream().filter(one -> DOUBTFUL.contains(one.id()))
                .forEach(one -> page.records.add(new Rec(one.id(), one.stamp().plus(later), true, List.of(), ""))))
                .and(Fault.inGetRecord(identifier -> !DOUBTFUL.contains(identifier)
                        ? ""
                        : how.startsWith("500")
                                ? "500"
                                : error("idDoesNotExist")));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.isComplete()).as(outcome.toString()).isEqualTo(later.isNegative());
    }

    /** As before, with the deletions on the last page: nothing tells that these records have not changed since. */
    @Test
    void recordsThatComeAgainAsDeleted_stay_ifGetRecordDeniesThem_andListIdentifiersNamesThem() {
        first();
        repository.fault = Fault.inRecords(page -> {
            if (page.next == null) {
                repository.all().stream().filter(one -> DOUBTFUL.contains(one.id()))
                        .forEach(one -> page.records.add(new Rec(one.id(), one.stamp(), true, List.of(), "")));
            }
        }).and(Fault.inGetRecord(identifier -> DOUBTFUL.contains(identifier)
                ? error("idDoesNotExist")
                : ""));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    /** An index keeps an earlier version of each record, and a page shows it after the one that counts. */
    @Test
    void earlierVersionOnTheSamePage_doesNotHideTheNewOne() {
        first();
        Instant before = repository.record(7).stamp();
        repository.put(new Rec(id(7), repository.now.minusSeconds(60), false, List.of(), "Second"));
        repository.fault = Fault.inRecords(page -> {
            if (page.records.stream().anyMatch(one -> one.id().equals(id(7)))) {
                page.records.add(new Rec(id(7), before, false, List.of(), "Title 7"));
            }
        });

        HarvestOutcome outcome = harvest(true);

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Second");
    }

    /** ListIdentifiers names new versions of all records; GetRecord delivers some of them, and old ones for the others. */
    @Test
    void censusWhoseGetRecordDeliversSomeOldVersions_isPartial() {
        first();
        List<Rec> old = repository.all();
        old.forEach(record -> repository.put(new Rec(record.id(), record.stamp().plus(Duration.ofDays(700)
                .plusSeconds(record.hashCode() % 100_000)), false, List.of(), "Second")));
        repository.fault = Fault.inRecords(page -> page.records.clear())
                .and(Fault.inGetRecord(identifier -> identifier.compareTo(id(30)) < 0 || identifier.isEmpty()
                        ? ""
                        : old.stream().filter(one -> one.id().equals(identifier)).findFirst()
                                .map(one -> "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>"
                                        + "2025-03-01T14:00:00Z</responseDate><request/><GetRecord>"
                                        + repository.full(one, one.title(), "") + "</GetRecord></OAI-PMH>")
                                .orElse("")));

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(0)).as(outcome.toString()).isEqualTo("Second");
        assertThat(content(40)).isEqualTo("Title 40");
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("may be here in an older state");
    }

    /** Datestamps are days: a change of today has the datestamp of the version that came this morning. */
    @Test
    void changesWithoutALaterDatestamp_areFoundBehindAnOldList() {
        first();
        Instant today = repository.record(59).stamp();
        for (int i = 0; i < 20; i++) {
            repository.put(new Rec(id(i), today, false, List.of(), "Second"));
        }
        harvest(true);
        assertThat(content(19)).isEqualTo("Second");
        repository.now = repository.now.plus(Duration.ofHours(2));
        for (int i = 0; i < 20; i++) {
            repository.put(new Rec(id(i), today, false, List.of(), "Third"));
        }
        repository.fault = Fault.inRecords(page -> page.records.replaceAll(one -> one.title().equals("Third")
                ? new Rec(one.id(), today.minus(Duration.ofDays(300)), false, List.of(), "Title")
                : one));

        HarvestOutcome outcome = harvest(true);

        for (int i = 0; i < 20; i++) {
            assertThat(content(i)).as(outcome.toString()).isEqualTo("Third");
        }
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
    }

    /** A record moves to the end of the list while the list is read: both its entries count in the size, and every record is here. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void recordThatComesAgainWithALaterDatestamp_explainsTheSize(int count) {
        repository.states = true;
        repository.fault = new Fault() {
            @Override
            public void list(ErringRepository.Request request, ErringRepository.Page page) {
                page.size = 60 + count;
                if (page.next == null) {
                    for (int i = 0; i < count; i++) {
                        page.records.add(new Rec(id(i), repository.now.minusSeconds(10), false, List.of(), "Second"));
                    }
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome first = harvest(false);
        HarvestOutcome again = harvest(true);

        assertThat(first.verdict()).as(first.toString()).isEqualTo(Verdict.COMPLETE);
        assertThat(again.verdict()).as(again.toString()).isEqualTo(Verdict.COMPLETE);
    }

    private static String error(String code) {
        return "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>2025-03-01T14:00:00Z</responseDate><request/>"
                + "<error code=\"" + code + "\"/></OAI-PMH>";
    }

    private String delivered(Rec record) {
        return "<OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\"><responseDate>2025-03-01T14:00:00Z</responseDate><request/>"
                + "<GetRecord>" + repository.full(record, record.title(), "") + "</GetRecord></OAI-PMH>";
    }

    private String delivered(Collection<Rec> copy, String identifier) {
        return copy.stream().filter(one -> one.id().equals(identifier)).findFirst().map(this::delivered).orElse("");
    }

    private static Consumer<ErringRepository.Page> showing(Collection<Rec> copy) {
        return page -> page.records.replaceAll(
                one -> copy.stream().filter(other -> other.id().equals(one.id())).findFirst().orElse(one));
    }

    private List<Rec> doubtful(boolean isDeleted, Duration later, String title) {
        return repository.all().stream().filter(one -> DOUBTFUL.contains(one.id()))
                .map(one -> new Rec(one.id(), one.stamp().plus(later), isDeleted, List.of(), isDeleted ? "" : title)).toList();
    }

    /** ListRecords and GetRecord show deletions from before the live versions; GetRecord may deny everything, too. */
    @ParameterizedTest
    @ValueSource(strings = {"old", "deny", "500"})
    void olderDeletions_withdrawNoNewerRecords(String how) {
        first();
        List<Rec> copy = doubtful(true, Duration.ofDays(-30), "");
        repository.fault = Fault.inRecords(showing(copy)).and(Fault.inGetRecord(identifier -> switch (how) {
            case "old" -> delivered(copy, identifier);
            case "deny" -> error("idDoesNotExist");
            default -> how;
        }));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    /** All answers come from a copy in which records are deleted that have come back since. */
    @Test
    void olderDeletionsInAllAnswers_withdrawNoNewerRecords() {
        first();
        List<Rec> now = repository.all();
        doubtful(true, Duration.ofDays(-30), "").forEach(repository::put);

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        now.forEach(repository::put);
        assertThat(harvest(true).verdict()).isEqualTo(Verdict.COMPLETE);
    }

    /** The last page shows old versions of records that came before, and GetRecord is behind. */
    @Test
    void oldVersionsOnALaterPage_replaceNothingThatTheSameRunHasBrought() {
        List<Rec> copy = doubtful(false, Duration.ofDays(-30), "Old");
        repository.fault = Fault.inRecords(page -> {
            if (page.next == null) {
                page.records.addAll(copy);
            }
        }).and(Fault.inGetRecord(identifier -> delivered(copy, identifier)));

        first();

        assertThat(List.of(content(2), content(3), content(21), content(22), content(23)))
                .containsExactly("Title 2", "Title 3", "Title 21", "Title 22", "Title 23");
    }

    /** ListIdentifiers names deletions that neither ListRecords nor GetRecord shows. */
    @ParameterizedTest
    @ValueSource(strings = {"old", "500"})
    void deletionsThatOnlyListIdentifiersNames_leaveTheListUnproven(String how) {
        first();
        List<Rec> copy = doubtful(false, Duration.ZERO, "Title");
        doubtful(true, Duration.ofDays(30), "").forEach(repository::put);
        repository.fault = Fault.inRecords(showing(copy))
                .and(Fault.inGetRecord(identifier -> how.equals("old") ? delivered(copy, identifier) : how));

        HarvestOutcome outcome = harvest(true);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    /** Lists and GetRecord have other contents with one datestamp: nothing tells which one is older. */
    @Test
    void contentsThatDifferBetweenListAndGetRecord_leaveTheListUnproven() {
        first();
        List<Rec> copy = doubtful(false, Duration.ZERO, "Title");
        copy.forEach(one -> repository.put(new Rec(one.id(), one.stamp(), false, List.of(), "Second")));
        repository.fault = Fault
                .inGetRecord(identifier -> delivered(copy, identifier).replace("Title", "Title " + Integer.parseInt(
                        identifier.substring(Math.max(0, identifier.length() - 4)))));

        HarvestOutcome outcome = harvest(true);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
        assertThat(outcome.reason()).contains("other contents with the same datestamp for 5 records");
    }

    /** Records leave the harvested set, as they may. */
    @Test
    void recordsThatLeaveTheSetOfAPersistentRepository_areDeletedHere_andTheRunIsComplete() {
        repository.deletions = "persistent";
        repository.all().forEach(one -> repository.put(new Rec(one.id(), one.stamp(), false, List.of("a"), one.title())));
        store().put(new Source(ID, Source.Kind.HARVESTED, repository.baseUrl(), null, List.of(), List.of(new SetSpec("a")),
                Source.Settings.DEFAULT));
        harvest(false);
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
        repository.all().stream().filter(one -> DOUBTFUL.contains(one.id())).forEach(one -> repository
                .put(new Rec(one.id(), repository.now.minusSeconds(60), false, List.of("b"), one.title())));

        HarvestOutcome outcome = harvest(true);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE);
        assertThat(deletedHere()).containsExactlyInAnyOrderElementsOf(DOUBTFUL);
    }

    /** ListIdentifiers ignores from, as some repositories do. */
    @Test
    void namesFromBeforeAnIncrement_costNoRequests() {
        for (int i = 60; i < 400; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        first();
        for (int i = 0; i < 50; i++) {
            repository.put(new Rec(id(i), repository.now.minusSeconds(600 - i), false, List.of(), "Second"));
        }
        repository.requests.clear();
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, ErringRepository.Request request) {
                if (!request.isNames()) {
                    return "";
                }
                int last = Math.min(erring.all().size(), request.offset() + 20);
                StringBuilder body = new StringBuilder("<ListIdentifiers>");
                erring.all().subList(request.offset(), last).forEach(one -> body.append("<header><identifier>").append(one.id())
                        .append("</identifier><datestamp>").append(one.stamp()).append("</datestamp></header>"));
                return erring.envelope(request, erring.baseUrl(), body
                        + (last < erring.all().size()
                                ? "<resumptionToken>metadataPrefix=oai_dc;o=" + last + "</resumptionToken>"
                                : "<resumptionToken/>")
                        + "</ListIdentifiers>");
            }
        };

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(outcome.counts().changed()).isEqualTo(50);
        assertThat(repository.count("GetRecord")).isLessThan(5);
    }

    /** A census names newer versions, and GetRecord denies everything. */
    @Test
    void censusWhoseNewVersionsGetRecordDenies_isPartial() {
        first();
        doubtful(false, Duration.ofDays(700), "Second").forEach(repository::put);
        repository.fault = Fault.inRecords(page -> page.records.clear()).and(Fault.inGetRecord(_ -> error("idDoesNotExist")));

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    /** A repository that says nothing about deletions has not said that it reports none. */
    @ParameterizedTest
    @ValueSource(strings = {"no", "perhaps"})
    void deletionsThatGetRecordDoesNotConfirm_areHeld_ifTheRepositorySaysThatItReportsNone(String policy) {
        repository.deletions = policy;
        store().put(Source.harvested(ID, repository.baseUrl()));
        harvest(false);
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));
        repository.put(deleted(repository.record(40)));
        repository.fault = Fault.inGetRecord(_ -> "500");

        HarvestOutcome outcome = harvest(false);

        assertThat(deletedHere()).as(outcome.toString()).hasSize(policy.equals("no") ? 0 : 1);
    }

    /** A repository that does not keep its deletions is compared with its lists in each whole run. */
    @ParameterizedTest
    @ValueSource(strings = {"500", "old"})
    void heldDeletions_areForgottenByNoComparison(String how) {
        first();
        repository.deletions = "transient";
        List<Rec> older = doubtful(true, Duration.ofHours(-2), "");
        List<Rec> copy = doubtful(true, how.equals("old") ? Duration.ofHours(-1) : Duration.ofDays(900), "");
        repository.fault = Fault.inRecords(showing(copy))
                .and(Fault.inGetRecord(identifier -> how.equals("old") ? delivered(older, identifier) : how));

        for (int run = 0; run < 2; run++) {
            HarvestOutcome outcome = harvest(true);
            assertThat(deletedHere()).as(outcome.toString()).isEmpty();
            assertThat(outcome.counts().deleted()).as("run " + run).isEqualTo(how.equals("old") || run > 0 ? 0 : DOUBTFUL.size());
            assertThat(store().heldDeletions().count(ID)).as(outcome.toString()).isEqualTo(DOUBTFUL.size());
        }

        store().heldDeletions().approve(ID, store().runs().begin(ID, RunReport.Kind.APPROVAL, clock.instant()), clock.instant(),
                () -> false);
        assertThat(deletedHere()).containsExactlyInAnyOrderElementsOf(DOUBTFUL);
    }

    /** The list reports records as deleted, GetRecord fails, and a later page of the list delivers them, as they are here. */
    @Test
    void approval_deletesNoRecordThatALaterPageHasAsLive() {
        first();
        repository.fault = Fault.inRecords(page -> {
            page.records.replaceAll(
                    one -> DOUBTFUL.contains(one.id()) ? new Rec(one.id(), one.stamp(), true, List.of(), "") : one);
            if (page.next == null) {
                repository.all().stream().filter(one -> DOUBTFUL.contains(one.id())).forEach(page.records::add);
            }
        }).and(Fault.inGetRecord(_ -> "500"));
        HarvestOutcome outcome = harvest(true);

        new SourceActions(store(), clock).approve(ID);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(store().heldDeletions().count(ID)).isZero();
    }

    /** A run is killed after it has carried out deletions, and before ListIdentifiers contradicts them. */
    @Test
    void deletionsOfAKilledRun_areTakenBackByTheNext() {
        first();
        Source source = store().source(ID).orElseThrow();
        long killed = store().begin(ID, clock.instant());
        store().save(new Batch(ID, killed, MetadataFormat.OAI_DC,
                repository.all().stream().filter(one -> DOUBTFUL.contains(one.id()))
                        .map(one -> new OaiRecord(
                                new Header(one.id(), Datestamp.ofSecond(repository.now.minusSeconds(60)), List.of(), true),
                                null))
                        .toList()));
        assertThat(deletedHere()).hasSize(DOUBTFUL.size());
        store().close();
        openStore();
        assertThat(store().source(ID)).contains(source);
        repository.fault = Fault
                .inRecords(page -> page.records.replaceAll(one -> DOUBTFUL.contains(one.id()) ? deleted(one) : one))
                .and(Fault.inGetRecord(_ -> "500"));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(store().heldDeletions().count(ID)).isEqualTo(DOUBTFUL.size());
    }

    /** ListIdentifiers contradicts deletions and breaks off; a record is live and, later in the list, deleted by a newer entry. */
    @ParameterizedTest
    @ValueSource(strings = {"breaks off", "newer entry"})
    void deletionsThatPartOfTheListsContradicts_areTakenBack(String how) {
        first();
        boolean isCut = how.equals("breaks off");
        List<Rec> entries = doubtful(true, Duration.ofDays(900), "");
        repository.fault = Fault.inRecords(isCut ? showing(entries) : page -> {
            if (page.next == null) {
                page.records.addAll(entries);
            }
        }).and(new Fault() {
            @Override
            public String answer(ErringRepository erring, ErringRepository.Request request) {
                return isCut && (request.verb().equals("GetRecord") || request.isNames() && request.offset() >= 40) ? "500" : "";
            }
        }).and(Fault.inGetRecord(identifier -> DOUBTFUL.contains(identifier) ? error("idDoesNotExist") : ""));

        HarvestOutcome outcome = harvest(true);

        assertThat(deletedHere()).as(outcome.toString()).isEmpty();
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }
}
