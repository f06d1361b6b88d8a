package dev.sheaf.platform.sync.erring;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.platform.sync.erring.ErringRepository.Fault;
import dev.sheaf.platform.sync.erring.ErringRepository.Page;
import dev.sheaf.platform.sync.erring.ErringRepository.Rec;
import dev.sheaf.platform.sync.erring.ErringRepository.Request;

import static dev.sheaf.platform.sync.erring.ErringRepository.id;
import static org.assertj.core.api.Assertions.assertThat;

/** Lists that come from a copy of the repository that is behind: they bring back nothing that is deleted, and no old content. */
class StaleListsTest extends ErringSetup {

    private static final Instant OLD = Instant.parse("2020-01-01T00:00:00Z");

    private static Fault listing(UnaryOperator<Rec> asBefore) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                page.records.replaceAll(asBefore);
            }
        };
    }

    private String content(int number) {
        OaiRecord record = served().stream().filter(one -> one.identifier().equals(id(number))).findFirst().orElseThrow();
        return record.deleted()
                ? "deleted"
                : String.valueOf(record.metadata()).replaceAll("(?s).*<dc:title>(.*)</dc:title>.*", "$1");
    }

    private static Rec old(Rec record) {
        return new Rec(record.id(), OLD, false, List.of(), "Old");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void oldContentInAWholeList_replacesNoNewerContent(int count) {
        first();
        repository.fault = listing(one -> one.id().compareTo(id(count)) < 0 ? old(one) : one);

        HarvestOutcome outcome = harvest(true);

        assertThat(content(0)).as(outcome.toString()).isEqualTo("Title 0");
        assertThat(content(count - 1)).isEqualTo("Title " + (count - 1));
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(notes()).anyMatch(note -> note.contains("a copy of the repository that is behind"));
    }

    @Test
    void recordThatTheRepositoryDeleted_doesNotComeBackWithAnOldList() {
        first();
        repository.put(new Rec(id(7), repository.now, true, List.of(), ""));
        harvest(false);
        assertThat(content(7)).isEqualTo("deleted");
        repository.fault = listing(one -> one.id().equals(id(7)) ? old(one) : one);

        HarvestOutcome outcome = harvest(true);

        assertThat(content(7)).as(outcome.toString()).isEqualTo("deleted");
    }

    @Test
    void withoutAnAnswerOfGetRecord_theNewerVersionStays_andTheRunIsPartial() {
        first();
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                page.records.replaceAll(StaleListsTest::old);
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? "500" : "";
            }
        };
        repository.requests.clear();

        HarvestOutcome outcome = harvest(true);

        assertThat(content(7)).isEqualTo("Title 7");
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("older versions of 60 records");
        assertThat(repository.count("GetRecord")).isLessThan(50);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 60})
    void repositoryThatWentBackToABackup_isFollowed_whenALaterRunConfirmsIt(int count) {
        first();
        repository.all().stream().limit(count).forEach(record -> repository.put(old(record)));
        repository.requests.clear();

        HarvestOutcome unconfirmed = harvest(true);

        assertThat(unconfirmed.verdict()).as(unconfirmed.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(unconfirmed.reason()).contains("older versions of " + count + " records", "--full after 2025");
        assertThat(content(0)).isEqualTo("Title 0");
        assertThat(repository.count("GetRecord")).isLessThan(20);
        clock.advance(Duration.ofHours(13));
        repository.requests.clear();

        HarvestOutcome confirmed = harvest(true);

        assertThat(confirmed.isComplete()).as(confirmed.toString()).isTrue();
        for (int i = 0; i < 60; i++) {
            assertThat(content(i)).isEqualTo(i < count ? "Old" : "Title " + i);
        }
        assertThat(repository.count("GetRecord")).isLessThan(20);
        assertThat(store().profile(ID).get(ServerTrait.GONE_BACK)).isEmpty();
    }

    /** One connection stays with a copy that is behind for a whole run. */
    @Test
    void runThatComesFromAnOldCopyAlone_replacesNothing_andIsForgottenByTheNext() {
        first();
        List<Rec> before = repository.all();
        before.forEach(record -> repository.put(old(record)));
        HarvestOutcome stale = harvest(true);
        assertThat(stale.verdict()).as(stale.toString()).isEqualTo(Verdict.PARTIAL);
        before.forEach(repository::put);
        clock.advance(Duration.ofHours(13));

        HarvestOutcome fresh = harvest(true);

        assertThat(fresh.isComplete()).as(fresh.toString()).isTrue();
        assertThat(store().profile(ID).get(ServerTrait.GONE_BACK)).isEmpty();
        assertThat(content(7)).isEqualTo("Title 7");
        before.forEach(record -> repository.put(old(record)));
        clock.advance(Duration.ofHours(13));
        harvest(true);
        assertThat(content(7)).isEqualTo("Title 7");
    }

    @Test
    void derivedRecords_followTheVersionThatCounts() {
        first();
        MetadataPrefix mods = new MetadataPrefix("mods");
        DerivedFormats formats = new DerivedFormats(store(), () -> false);
        formats.choose(ID, List.of(mods));
        formats.catchUp(ID, _ -> {});
        repository.fault = listing(one -> one.id().equals(id(7)) ? old(one) : one);
        harvest(true);
        assertThat(derived(mods, 7)).contains("Title 7");

        repository.fault = ErringRepository.NONE;
        repository.all().forEach(record -> repository.put(old(record)));
        harvest(true);
        clock.advance(Duration.ofHours(13));
        harvest(true);

        for (int i : new int[]{0, 7, 59}) {
            assertThat(derived(mods, i)).contains("Old").doesNotContain("Title");
        }
    }

    private String derived(MetadataPrefix prefix, int number) {
        return String.valueOf(store().get(ID, prefix, id(number)).orElseThrow().record().metadata());
    }

    /** The record 7 is deleted here because it is no longer in the repository. */
    private Rec inferredDeletion() {
        repository.deletions = "no";
        store().put(Source.harvested(ID, repository.baseUrl()));
        harvest(false);
        Rec gone = repository.record(7);
        repository.remove(7);
        harvest(true);
        assertThat(content(7)).isEqualTo("deleted");
        return gone;
    }

    @Test
    void deletionThatWasInferred_isUndone_byAListWithTheSameRecord() {
        Rec gone = inferredDeletion();
        repository.put(gone);
        repository.requests.clear();

        harvest(true);

        assertThat(content(7)).isEqualTo("Title 7");
    }

    @Test
    void deletionThatWasInferred_isUndone_byTheCensus_ifTheRecordIsBackWithItsOldDatestamp() {
        Rec gone = inferredDeletion();
        repository.put(gone);
        clock.advance(Duration.ofHours(2));
        repository.now = repository.now.plus(Duration.ofHours(2));

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Title 7");
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
    }

    @Test
    void deletionThatWasInferred_isNotUndone_byAnOldList() {
        Rec gone = inferredDeletion();
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.offset() == 0) {
                    page.records.add(gone);
                }
            }
        };

        HarvestOutcome outcome = harvest(true);

        assertThat(content(7)).as(outcome.toString()).isEqualTo("deleted");
    }

    /** The census names a newer version, and GetRecord, from a copy that is behind, delivers one that is older than that here. */
    @Test
    void oldVersionByGetRecord_replacesNoNewerOne() {
        first();
        Rec before = repository.record(7);
        repository.put(new Rec(id(7), Instant.parse("2025-01-05T00:00:00Z"), false, List.of(), "Second"));
        harvest(true);
        assertThat(content(7)).isEqualTo("Second");
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                page.records.replaceAll(one -> one.id().equals(id(7))
                        ? new Rec(one.id(), Instant.parse("2025-01-20T00:00:00Z"), false, List.of(), "Third")
                        : one);
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") && id(7).equals(request.arguments().get("identifier"))
                        ? erring.envelope(request, erring.baseUrl(),
                                "<GetRecord>" + erring.full(before, before.title(), "") + "</GetRecord>")
                        : "";
            }
        };

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Second");
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    @Test
    void newRecordThatTheCensusNamesWithoutAReadableDatestamp_isFetched() {
        first();
        repository.put(new Rec(id(900), Instant.parse("2022-01-01T00:00:00Z"), false, List.of(), "Late"));
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.isNames()
                        ? erring.list(request).replaceAll("<datestamp>[^<]*</datestamp>", "<datestamp>soon</datestamp>")
                        : "";
            }
        };

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(900)).as(outcome.toString()).isEqualTo("Late");
    }

    @Test
    void recentChangeThatTheIncrementLacks_isFetchedByTheCensus() {
        first();
        Rec before = repository.record(7);
        repository.put(new Rec(id(7), repository.now.minus(Duration.ofMinutes(90)), false, List.of(), "Changed"));
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.replaceAll(one -> one.id().equals(id(7)) ? before : one);
                }
            }
        };

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Changed");
    }

    @Test
    void namedRecordThatCouldNotBeFetched_isAskedForByTheCensus() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.removeIf(one -> one.id().equals(id(7)));
                }
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") && id(7).equals(request.arguments().get("identifier"))
                        ? erring.error(request, "cannotDisseminateFormat")
                        : "";
            }
        };
        first();
        repository.fault = ErringRepository.NONE;

        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Title 7");
    }

    @Test
    void repositoryWhoseClockIsFarAhead_isAskedForChangesSinceTheTimeOfThisMachine() {
        Instant now = repository.now;
        repository.now = now.plus(Duration.ofDays(30));
        first();
        repository.put(new Rec(id(7), now.plus(Duration.ofMinutes(30)), false, List.of(), "Changed"));

        HarvestOutcome outcome = harvest(false);

        assertThat(content(7)).as(outcome.toString()).isEqualTo("Changed");
    }

    /** ListRecords comes from a copy that is behind; ListIdentifiers and GetRecord do not. */
    private static Fault oldRecords(int first, int end) {
        return new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.replaceAll(
                            one -> one.id().compareTo(id(first)) >= 0 && one.id().compareTo(id(end)) < 0 ? old(one) : one);
                }
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void firstHarvestFromAnOldCopy_fetchesTheVersionsThatListIdentifiersNames(int count) {
        repository.fault = oldRecords(5, 5 + count);
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        for (int i = 0; i < 60; i++) {
            assertThat(content(i)).isEqualTo("Title " + i);
        }
        assertThat(repository.count("GetRecord")).isLessThan(30);
    }

    @Test
    void moreOldVersionsThanOneRunMayFetch_makeThePartialRunsConverge() {
        for (int i = 60; i < 200; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        repository.fault = oldRecords(0, 150);
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome first = harvest(false);

        assertThat(first.verdict()).as(first.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(first.reason()).contains("later versions of up to");
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofHours(2));
            repository.now = repository.now.plus(Duration.ofHours(2));
            repository.requests.clear();
            harvest(true);
            assertThat(repository.count("GetRecord")).isLessThanOrEqualTo(100);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(content(i)).isEqualTo("Title " + i);
        }
    }

    /** GetRecord is busy, fails, or answers with rubbish each time before it delivers. */
    @ParameterizedTest
    @ValueSource(strings = {"503", "500", "<OAI-PMH>"})
    void repeatedRequestsForSingleRecords_countAgainstTheBound(String how) {
        for (int i = 60; i < 240; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        Set<String> tried = ConcurrentHashMap.newKeySet();
        repository.fault = Fault.inRecords(page -> page.records.removeIf(one -> one.id().compareTo(id(120)) > 0))
                .and(Fault.inGetRecord(identifier -> tried.add(identifier) ? how : ""));
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(repository.count("GetRecord")).as(outcome.toString()).isBetween(40L, 92L);
        for (int i = 0; i < 2; i++) {
            tried.clear();
            repository.requests.clear();
            clock.advance(Duration.ofHours(13));
            repository.now = repository.now.plus(Duration.ofHours(13));
            HarvestOutcome census = harvest(HarvestOptions.DEFAULT, new HarvestCare(true, false));
            assertThat(repository.count("GetRecord")).as(census.toString()).isBetween(10L, 92L);
        }
    }

    @Test
    void otherDatestampsInListIdentifiers_costFewRequests_ifGetRecordAgreesWithListRecords() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isNames()) {
                    page.records
                            .replaceAll(one -> new Rec(one.id(), one.stamp().plusSeconds(3600), false, List.of(), one.title()));
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(repository.count("GetRecord")).isLessThan(10);
    }

    /** ListIdentifiers and GetRecord have the time of the last indexing, ListRecords that of the last change. */
    @Test
    void otherDatestampsInListRecords_costFewRequests_ifTheRecordsAreTheSame() {
        for (int i = 60; i < 200; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records
                            .replaceAll(one -> new Rec(one.id(), one.stamp().minusSeconds(60), false, List.of(), one.title()));
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        for (boolean full : new boolean[]{false, true}) {
            repository.requests.clear();
            HarvestOutcome outcome = harvest(full);
            assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
            assertThat(repository.count("GetRecord")).isLessThan(20);
        }
    }

    @Test
    void otherDatestampsInListIdentifiers_leaveTheListUnproven_ifGetRecordDoesNotAnswer() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.replaceAll(one -> one.id().equals(id(7)) ? old(one) : one);
                }
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? "500" : "";
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void moreLackingRecordsThanOneRunMayFetch_comeWithTheNextRuns() {
        for (int i = 60; i < 260; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.removeIf(one -> one.id().compareTo(id(40)) >= 0 && one.id().compareTo(id(240)) < 0);
                    page.records.add(repository.record(1));
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);
        for (int i = 0; i < 2; i++) {
            assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
            clock.advance(Duration.ofHours(2));
            repository.now = repository.now.plus(Duration.ofHours(2));
            repository.requests.clear();
            outcome = harvest(true);
            assertThat(repository.count("GetRecord")).isLessThanOrEqualTo(100);
        }
        for (int i = 0; i < 260; i++) {
            assertThat(content(i)).isEqualTo("Title " + i);
        }
    }

    /** With datestamps of a day, or without new ones, the datestamp does not tell which version is older. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherContentWithTheSameDatestamp_isTakenOnlyIfGetRecordDeliversIt(boolean isStale) {
        first();
        Rec before = repository.record(7);
        repository.put(new Rec(id(7), before.stamp(), false, List.of(), "Second"));
        Rec deleted = repository.record(8);
        repository.put(new Rec(id(8), deleted.stamp(), true, List.of(), ""));
        harvest(true);
        assertThat(content(7)).isEqualTo("Second");
        assertThat(content(8)).isEqualTo("deleted");
        if (isStale) {
            repository.fault = listing(one -> one.id().equals(id(7)) ? before : one.id().equals(id(8)) ? deleted : one);
        } else {
            repository.put(new Rec(id(7), before.stamp(), false, List.of(), "Third"));
            repository.put(deleted);
        }

        HarvestOutcome outcome = harvest(true);

        assertThat(content(7)).as(outcome.toString()).isEqualTo(isStale ? "Second" : "Third");
        assertThat(content(8)).as(outcome.toString()).isEqualTo(isStale ? "deleted" : "Title 8");
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
    }

    @Test
    void otherContentWithTheSameDatestamp_isTakenWhereGetRecordDoesNotWork() {
        first();
        for (int i = 0; i < 60; i++) {
            repository.put(new Rec(id(i), repository.record(i).stamp(), false, List.of(), "Second " + i));
        }
        repository.fault = new Fault() {
            @Override
            public String answer(ErringRepository erring, Request request) {
                return request.verb().equals("GetRecord") ? "500" : "";
            }
        };

        HarvestOutcome outcome = harvest(true);

        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
        assertThat(content(0)).isEqualTo("Second 0");
        assertThat(content(59)).isEqualTo("Second 59");
    }

    @Test
    void recordThatOneListReportsAsDeletedAndTheOtherAsLive_isWhatGetRecordSays() {
        first();
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    // The first deletion of each page is asked about: these are real.
                    page.records.replaceAll(one -> List.of(id(2), id(3), id(21), id(22)).contains(one.id())
                            ? new Rec(one.id(), repository.now.minusSeconds(60), true, List.of(), "")
                            : one);
                }
            }
        };
        for (int i : new int[]{0, 1, 20}) {
            repository.put(new Rec(id(i), repository.now.minusSeconds(90), true, List.of(), ""));
        }

        HarvestOutcome outcome = harvest(true);

        for (int i : new int[]{2, 3, 21, 22}) {
            assertThat(content(i)).as(outcome.toString()).isEqualTo("Title " + i);
        }
        assertThat(content(0)).isEqualTo("deleted");
    }

    /** ListIdentifiers has the time of another zone, and a few records come from an old copy. */
    @Test
    void oldVersionsBehindOtherDatestamps_areFound() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isNames()) {
                    page.records.replaceAll(
                            one -> new Rec(one.id(), one.stamp().plus(Duration.ofHours(2)), false, List.of(), one.title()));
                } else {
                    page.records.replaceAll(one -> List.of(id(30), id(50)).contains(one.id()) ? old(one) : one);
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        for (int i = 0; i < 60; i++) {
            assertThat(content(i)).as(outcome.toString()).isEqualTo("Title " + i);
        }
        assertThat(repository.count("GetRecord")).isLessThan(20);
    }

    @Test
    void mixedAnswersOfGetRecord_makeTheRunPartial() {
        for (int i = 60; i < 200; i++) {
            repository.put(new Rec(id(i), Instant.parse("2024-01-01T00:00:00Z").plusSeconds(i), false, List.of(), "Title " + i));
        }
        repository.fault = new Fault() {
            private int asked;

            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.replaceAll(one -> new Rec(one.id(), one.stamp().minusSeconds(600), false, List.of(), "Old"));
                }
            }

            @Override
            public String answer(ErringRepository erring, Request request) {
                Rec record = erring.get(request.arguments().getOrDefault("identifier", ""));
                return record == null || asked++ < 3
                        ? ""
                        : erring.envelope(request, erring.baseUrl(), "<GetRecord>" + erring.full(
                                new Rec(record.id(), record.stamp().minusSeconds(600), false, List.of(), ""), "Old", "")
                                + "</GetRecord>");
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
    }

    /** ListRecords and GetRecord come from one old copy. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void laterVersionsThatOnlyListIdentifiersHas_leaveTheListUnproven(int count) {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isNames()) {
                    page.records.replaceAll(one -> one.id().compareTo(id(count)) < 0
                            ? new Rec(one.id(), one.stamp().plus(Duration.ofDays(40)), false, List.of(), "New")
                            : one);
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void lackingRecordsThatGetRecordDeliversInAnEarlierVersion_leaveTheListUnproven() {
        repository.fault = new Fault() {
            @Override
            public void list(Request request, Page page) {
                if (request.isRecords()) {
                    page.records.removeIf(one -> one.id().equals(id(7)));
                } else {
                    page.records.replaceAll(one -> one.id().equals(id(7))
                            ? new Rec(one.id(), one.stamp().plus(Duration.ofDays(40)), false, List.of(), "New")
                            : one);
                }
            }
        };
        store().put(Source.harvested(ID, repository.baseUrl()));

        HarvestOutcome outcome = harvest(false);

        assertThat(content(7)).isEqualTo("Title 7");
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    /** The first run breaks off; the second one continues its list, and knows the first pages by the store alone. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void continuedList_isComparedWithTheStore(boolean isCut) {
        first();
        repository.all().forEach(record -> repository
                .put(new Rec(record.id(), record.stamp().plusSeconds(60), false, List.of(), "Second " + record.id())));
        Set<String> lacking = Set.of(id(5), id(25), id(45));
        Set<String> outdated = Set.of(id(6), id(26), id(46));
        Fault shown = Fault.inRecords(page -> {
            page.records.removeIf(one -> lacking.contains(one.id()));
            page.records.replaceAll(one -> outdated.contains(one.id())
                    ? new Rec(one.id(), one.stamp().minusSeconds(60), false, List.of(), "Title")
                    : one);
        });
        repository.fault = shown.and(new Fault() {

            private boolean isDown;

            @Override
            public String answer(ErringRepository erring, Request request) {
                isDown |= request.offset() >= 40;
                return isDown || request.verb().equals("GetRecord") ? "500" : "";
            }
        });
        HarvestOutcome broken = harvest(true);
        assertThat(broken.verdict()).as(broken.toString()).isEqualTo(Verdict.PARTIAL);
        repository.fault = isCut
                ? shown.and(Fault.inRecords(page -> page.next = null)).and(Fault.inRecords(page -> page.records.removeLast()))
                : shown;

        HarvestOutcome outcome = harvest(false);

        for (int i = 0; i < 60; i++) {
            assertThat(content(i)).as(outcome.toString()).isEqualTo("Second " + id(i));
        }
        assertThat(outcome.isComplete()).as(outcome.toString()).isTrue();
    }
}
