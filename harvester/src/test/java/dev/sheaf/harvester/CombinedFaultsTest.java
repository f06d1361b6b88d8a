package dev.sheaf.harvester;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Stage;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Several faults of a repository at once. The records are compared by their identifiers, never by their number. */
class CombinedFaultsTest {

    /** Faults that ListIdentifiers does not have, or has in a way that harms no proof. With all others it proves nothing. */
    private static final Set<String> PROVEN = Set.of("address-too-long",
            "all-datestamps-change+address-too-long",
            "comments+elements-in-other-order",
            "cursor-counts-page-too+pages-of-one",
            "days-only+seconds-only",
            "deflate-raw+coding-is-charset",
            "deflate-raw+length-too-large",
            "document-twice+unsteady-order",
            "gzip-unasked+length-too-large",
            "gzip-unlabelled+chunks-without-end",
            "no-sizes+empty-page-in-list+error-beside-records",
            "notices-behind+chunks-without-end",
            "poisoned-page+size-changes",
            "records-only-one-by-one+days-only",
            "seconds-only+protocol-1.1",
            "token-missing-at-end+size-changes",
            "token-to-no-records+size-changes",
            "too-many-records-error+protocol-1.1",
            "utf-16+chunks-without-end",
            "utf-16-without-mark+length-too-large");

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final RecordingSink sink = new RecordingSink();

    private record Played(String behaviours, HarvestOutcome outcome, Set<String> missing, Set<String> quarantined,
            int requests) {}

    private Played harvest(String behaviours) {
        return harvest(behaviours, false);
    }

    /** @param again true to harvest once more a day later, after records have changed, come and been deleted */
    private Played harvest(String behaviours, boolean again) {
        return harvest(behaviours, again, List.of());
    }

    /** @param sets to harvest; empty for everything */
    private Played harvest(String behaviours, boolean again, List<SetSpec> sets) {
        try (MisbehavingServer server = MisbehavingServer.start(clock); HttpFetcher fetcher = new HttpFetcher(clock)) {
            Stage stage = server.stage(behaviours).orElseThrow();
            Harvester harvester = new Harvester(fetcher,
                    FetchRules.DEFAULT.withTimes(Duration.ofSeconds(2), Duration.ofMinutes(1)), clock,
                    (time, reason) -> clock.advance(time));
            Source everything = Source.harvested("combined", server.baseUrl(behaviours));
            Source source = new Source(everything.id(), everything.kind(), everything.baseUrl(), null, List.of(), sets,
                    everything.settings());
            HarvestOutcome outcome = harvester.harvest(source, HarvestOptions.DEFAULT, sink, event -> {
                if (Boolean.getBoolean("sheaf.show")) {
                    System.out.println(event);
                }
            });
            if (again) {
                clock.advance(Duration.ofDays(1));
                stage.moveOn();
                clock.advance(Duration.ofMinutes(1));
                outcome = harvester.harvest(source, HarvestOptions.DEFAULT, sink, _ -> {});
            }
            Set<String> missing = stage.records().stream().map(OaiRecord::identifier)
                    .collect(Collectors.toCollection(TreeSet::new));
            missing.removeAll(sink.records.getOrDefault(MetadataPrefix.OAI_DC, Map.of()).keySet());
            Set<String> quarantined = sink.quarantined.stream().map(Quarantined::identifier).map(String::valueOf)
                    .collect(Collectors.toSet());
            return new Played(behaviours, outcome, missing, quarantined, stage.requests().size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-empty-too-early+document-twice", "list-ends-early+document-twice",
            "token-repeats-for-ever+document-twice", "token-empty-too-early+one-datestamp", "empty-page-in-list+one-datestamp",
            "unsteady-order+one-datestamp", "unsteady-order+earliest-now", "list-shrinks+document-twice",
            "list-shrinks+live-and-deleted", "empty-metadata+live-and-deleted", "same-page-for-ever+size-too-small",
            "token-repeats-for-ever+size-too-small", "no-sizes+unsteady-order",
            "until-leaves-out-its-day+list-identifiers-fails", "until-leaves-out-its-day+no-zone-in-datestamps",
            "same-page-for-ever+size-changes", "token-ignored+size-changes", "list-ends-early+size-too-large",
            "token-empty-too-early+from-ignored", "always-empty-body+list-shrinks", "size-of-everything+list-ends-early",
            "last-page-for-ever+no-sizes+empty-page-in-list", "token-behind-end+no-sizes+empty-page-in-list",
            "no-sizes+empty-page-in-list+error-beside-records", "no-sizes+empty-page-in-list+one-datestamp",
            "body-ends-early+no-metadata+protocol-1.0", "no-sizes+one-datestamp+token-empty-too-early",
            "no-sizes+one-datestamp+token-ignored", "no-sizes+one-datestamp+same-page-for-ever",
            "no-sizes+one-datestamp+token-repeats-for-ever",
            "same-page-for-ever+too-many-records-page+one-datestamp"})
    void harvestWithMissingRecords_isNeverComplete(String behaviours) {
        Played played = harvest(behaviours);
        if (played.outcome().verdict() == Verdict.COMPLETE) {
            assertThat(played.missing()).as(played.outcome().toString()).isEmpty();
        } else if (played.outcome().verdict() == Verdict.COMPLETE_WITH_QUARANTINE) {
            assertThat(played.quarantined()).as(played.outcome().toString()).containsAll(played.missing());
        } else {
            assertThat(played.outcome().reason()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-repeats-for-ever+live-and-deleted", "too-many-records-error+live-and-deleted",
            "no-data-for-result-set+live-and-deleted"})
    void recordTwiceOnAPage_getsItsLastState(String behaviours) {
        Played played = harvest(behaviours);
        assertThat(played.missing()).as(played.outcome().toString()).isEmpty();
        Map<String, OaiRecord> kept = Objects.requireNonNull(sink.records.get(MetadataPrefix.OAI_DC));
        assertThat(kept.get("oai:simulated.example.org:5")).isNotNull().matches(record -> !record.deleted());
        assertThat(kept.get("oai:simulated.example.org:8")).isNotNull().matches(OaiRecord::deleted);
    }

    @Test
    void damagedRecordWithoutHeader_getsNoIdentifierFromItsMetadata() {
        Played played = harvest("deep-nesting+no-header");
        assertThat(played.outcome().verdict()).as("the record that the repository names has not come").isEqualTo(Verdict.PARTIAL);
        assertThat(played.quarantined()).as("the record of the list, and what GetRecord brings instead")
                .containsExactlyInAnyOrder("null", "oai:simulated.example.org:5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"poisoned-record+too-many-requests", "poisoned-record+busy-until-a-date",
            "poisoned-record+length-too-small"})
    void singleUnavailableRecord_costsNoOtherRecord(String behaviours) {
        Played played = harvest(behaviours);
        assertThat(played.missing()).as(played.outcome().toString()).containsOnly("oai:simulated.example.org:15");
        assertThat(played.outcome().verdict()).isNotEqualTo(Verdict.COMPLETE);
        assertThat(played.quarantined()).contains("oai:simulated.example.org:15");
        assertThat(played.requests()).isLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = "status-500-with-page+substitute-characters")
    void serverWithWrongStatuses_getsFewRequests(String behaviours) {
        Played played = harvest(behaviours);
        assertThat(played.requests()).isLessThan(200);
        assertThat(played.missing()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-page-for-ever+unsorted", "same-page-for-ever+empty-datestamp",
            "same-page-for-ever+offset-in-datestamps", "same-page-for-ever+document-twice", "token-ignored+pages-of-one",
            "token-repeats-for-ever+no-datestamp"})
    void listInACircle_isRequestedByDates_evenIfAllPartsBeginWithTheSamePage(String behaviours) {
        Played played = harvest(behaviours);
        assertThat(played.missing()).as(played.outcome().toString()).isEmpty();
        assertThat(played.outcome().isComplete()).as(played.outcome().toString()).isTrue();
        assertThat(played.requests()).isLessThan(600);
    }

    /** The framing of HTTP promises more than comes, and the document is whole: its own end, or that of its packing, tells so. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip-unasked+length-too-large", "gzip-unlabelled+chunks-without-end", "deflate-raw+length-too-large",
            "utf-16+chunks-without-end", "utf-16-without-mark+length-too-large", "notices-behind+chunks-without-end"})
    void completeDocumentOverABrokenConnection_isAccepted(String behaviours) {
        assertComesWhole(harvest(behaviours), 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"records-only-one-by-one+list-ends-early", "records-only-one-by-one+token-expires",
            "always-empty-body+token-empty-too-early", "always-empty-body+no-data-for-result-set",
            "always-empty-body+token-error-as-500"})
    void identifiersAreListedByDates_whenListRecordsFailsAndListIdentifiersBreaksOff(String behaviours) {
        assertComesWhole(harvest(behaviours), 300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list-ends-early+blank-in-datestamps", "list-ends-early+unsorted",
            "token-empty-too-early+milliseconds",
            "token-empty-too-early+no-datestamp", "list-ends-early+pages-of-one", "token-empty-too-early+too-many-records"})
    void listThatEndsEarly_isContinuedByDates_evenWithFewDifferentDates(String behaviours) {
        assertComesWhole(harvest(behaviours), 300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list-ends-early+filed-under-another-date", "one-datestamp+list-sets-fails",
            "one-datestamp+list-sets-endless", "one-datestamp+thousands-of-sets"})
    void listIsRequestedBySets_ifDatesDoNotDivideIt(String behaviours) {
        assertComesWhole(harvest(behaviours), 700);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-missing-at-end+size-changes", "token-to-no-records+size-changes", "token-expires+size-changes",
            "poisoned-page+size-changes"})
    void sizeThatGrowsWithEveryPage_isNotBelieved(String behaviours) {
        assertComesWhole(harvest(behaviours), 300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deflate-raw+coding-is-charset", "comments+elements-in-other-order"})
    void unusuallyCompressedOrOrderedAnswers_areRead(String behaviours) {
        assertComesWhole(harvest(behaviours), 14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"document-twice+unsteady-order", "too-many-records-error+protocol-1.1", "address-too-long",
            "cursor-counts-page-too+pages-of-one", "token-expires+empty-pages-between+protocol-1.1"})
    void listIsRequestedInTheOnlyWorkingWay(String behaviours) {
        assertComesWhole(harvest(behaviours), 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unsteady-order+one-datestamp", "empty-page-in-list+one-datestamp",
            "until-leaves-out-its-day+one-datestamp", "token-repeats-for-ever+filed-under-another-date",
            "no-sizes+empty-page-in-list+one-datestamp"})
    void identifiersAreListedBySets_ifNothingElseFindsMissingRecords(String behaviours) {
        assertComesWhole(harvest(behaviours), 700);
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest-too-late+one-datestamp", "token-empty-too-early+until-leaves-out-its-day"})
    void sizeStatedByListIdentifiers_countsIfListRecordsStatesNone(String behaviours) {
        assertComesWhole(harvest(behaviours), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"too-many-records+set-hides-deletions", "earliest-unreadable+set-hides-deletions",
            "set-hides-deletions+protocol-1.1"})
    void deletionsMissingInASetsList_areFound(String behaviours) {
        Played played = harvest(behaviours, false, List.of(new SetSpec("even")));
        assertThat(played.outcome().verdict()).as(played.outcome().toString()).isEqualTo(Verdict.COMPLETE);
        assertThat(Objects.requireNonNull(sink.records.get(MetadataPrefix.OAI_DC)).get("oai:simulated.example.org:18"))
                .isNotNull().matches(OaiRecord::deleted);
        assertThat(played.requests()).isLessThan(60);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-sizes+empty-pages-between", "size-too-small+empty-pages-between",
            "empty-pages-between+protocol-1.1", "no-sizes+empty-page-in-list+empty-pages-between",
            "no-sizes+empty-page-in-list+error-beside-records"})
    void recordsOfAnEmptyPage_areRequestedByTheDatesOfItsNeighbours(String behaviours) {
        assertComesWhole(harvest(behaviours), 45);
    }

    @ParameterizedTest
    @ValueSource(strings = {"last-page-for-ever+size-changes", "token-on-empty-list+size-changes",
            "token-repeats-for-ever+size-changes"})
    void statedSizesCount_evenIfTheLastPagesDoNotEnd(String behaviours) {
        assertComesWhole(harvest(behaviours), 90);
    }

    @Test
    void setWithTheSizeOfTheWholeRepository_isComplete() {
        Played played = harvest("size-of-everything+pages-of-one", false, List.of(new SetSpec("even")));
        assertThat(played.outcome().verdict()).as(played.outcome().toString()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void endlessList_isContinuedWhileEachPartBringsARecord() {
        assertComesWhole(harvest("token-repeats-for-ever+pages-of-one"), 250);
    }

    @ParameterizedTest
    @ValueSource(strings = {"days-only+seconds-only", "seconds-only+protocol-1.1", "records-only-one-by-one+days-only",
            "all-datestamps-change+address-too-long", "cursor-counts-page-too+pages-of-one"})
    void changes_areHarvestedCompletelyToo(String behaviours) {
        assertComesWhole(harvest(behaviours, true), 400);
    }

    private static void assertComesWhole(Played played, int requests) {
        assertThat(played.missing()).as(played.outcome().toString()).isEmpty();
        assertThat(played.outcome().verdict()).as(played.outcome().toString())
                .isEqualTo(PROVEN.contains(played.behaviours()) ? Verdict.COMPLETE : Verdict.COMPLETE_UNPROVEN);
        assertThat(played.requests()).isLessThan(requests);
    }

    /** The list is read in many parts, each of which brings the same record again. */
    @ParameterizedTest
    @ValueSource(strings = {"deep-nesting+one-datestamp", "one-datestamp+no-identifier"})
    void unreadableRecordThatComesAgainAndAgain_countsOnce(String behaviours) {
        Played played = harvest(behaviours);
        assertThat(played.outcome().verdict()).as(played.outcome().toString()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(played.outcome().counts().refused()).isGreaterThan(1);
    }
}
