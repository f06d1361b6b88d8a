package dev.sheaf.harvester;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HarvesterTest extends HarvesterSetup {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"), "http://example.org/marc.xsd",
            "http://www.loc.gov/MARC21/slim");

    @Test
    void identifiersOfAllFormats_areNoProofOfOne_andNothingIsMissing() {
        List<OaiRecord> all = SampleRecords.many(300);
        Set<String> inMarc = IntStream.range(0, 50).mapToObj(i -> all.get(6 * i).identifier()).collect(Collectors.toSet());
        provider.put(all).format(MARC).put(MARC.prefix(), all).withoutSizes()
                .when(ReceivedRequest.of(Verb.LIST_RECORDS),
                        Behaviour.records(records -> records.stream().filter(one -> inMarc.contains(one.identifier())).toList()))
                .when(request -> "marc21".equals(request.argument("metadataPrefix"))
                        && request.argument("identifier") != null && !inMarc.contains(request.argument("identifier")),
                        Behaviour.errors(new OaiError(OaiError.Code.CANNOT_DISSEMINATE_FORMAT, "not in marc21")));
        HarvestOutcome outcome = harvest(HarvestOptions.DEFAULT.withLists(List.of(MARC.prefix()), List.of()));
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_UNPROVEN);
    }

    @Test
    void firstHarvest_bringsAllRecords() {
        provider.put(SampleRecords.many(25));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(25));
        assertThat(sink.outcomes.getFirst().counts()).isEqualTo(new Counts(25, 0, 0, 0, 0));
        assertThat(sink.outcomes.getFirst().pages()).isEqualTo(3);
        assertThat(provider.requests()).extracting(ReceivedRequest::verb)
                .containsExactly("Identify", "ListMetadataFormats", "ListSets", "ListRecords", "ListRecords", "ListRecords",
                        "ListIdentifiers", "ListIdentifiers", "ListIdentifiers");
    }

    @Test
    void records_areStoredAsTheyWereSent() {
        OaiRecord record = new OaiRecord(
                new Header("oai:example.org:ü/1", Datestamp.received("2024-01-01T00:00:00.5Z"), List.of(new SetSpec("a b")),
                        false),
                XmlFragment.of("<x:m xmlns:x=\"urn:x\" b='2'  a=\"1\"><!-- as it is --></x:m>"),
                List.of(XmlFragment.of("<r xmlns=\"urn:rights\"/>")));
        provider.put(List.of(record));
        harvest();
        assertThat(sink.records.get(MetadataPrefix.OAI_DC)).containsValue(record);
    }

    @Test
    void description_isPassedToTheSink() {
        provider.format(MARC).set(new OaiSet(new SetSpec("a"), "A"));
        harvest();
        assertThat(sink.descriptions).extracting(SourceDescription::identify).filteredOn(Objects::nonNull).hasSize(1);
        assertThat(sink.descriptions).extracting(SourceDescription::formats).contains(List.of(MetadataFormat.OAI_DC, MARC));
        assertThat(sink.descriptions).extracting(SourceDescription::sets).contains(List.of(new OaiSet(new SetSpec("a"), "A")));
    }

    @Test
    void harvestsEveryFormatByDefault() {
        provider.format(MARC).put(SampleRecords.many(3)).put(MARC.prefix(), SampleRecords.many(2));
        assertThat(harvest().counts().created()).isEqualTo(5);
        assertThat(sink.batches).filteredOn(batch -> !batch.parts().isEmpty())
                .extracting(batch -> batch.parts().getFirst().format()).containsExactly(MetadataFormat.OAI_DC,
                        MARC);
        provider.clearLog();
        harvest(HarvestOptions.DEFAULT.withLists(List.of(MARC.prefix()), List.of()));
        assertThat(lists()).extracting(request -> request.argument("metadataPrefix")).containsExactly("marc21");
    }

    @Test
    void onlyConfiguredFormatsAndSets_areHarvested() {
        provider.format(MARC).set(new OaiSet(new SetSpec("a"), "A")).set(new OaiSet(new SetSpec("b"), "B"));
        provider.put(List.of(SampleRecords.live(1, "a"), SampleRecords.live(2, "b"), SampleRecords.live(3, "c"),
                SampleRecords.live(4, "a:x")));
        Source wanting = new Source("scripted", Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(MetadataPrefix.OAI_DC),
                List.of(new SetSpec("a"), new SetSpec("b")), Source.Settings.DEFAULT);
        assertThat(harvester.harvest(wanting, HarvestOptions.DEFAULT, sink, events::add).isComplete()).isTrue();
        assertThat(sink.identifiers()).containsExactly("oai:example.org:1", "oai:example.org:4", "oai:example.org:2");
        assertThat(lists()).extracting(request -> request.argument("set")).containsExactly("a", "b");
    }

    @Test
    void failingFormat_doesNotStopTheOthers() {
        provider.format(MARC).put(SampleRecords.many(3));
        provider.format(new MetadataFormat(new MetadataPrefix("aaa"), "", ""));
        provider.when(request -> "marc21".equals(request.argument("metadataPrefix")), Behaviour.status(404));
        assertThat(harvest()).satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.reason()).startsWith("marc21: HTTP 404");
            assertThat(outcome.counts().created()).isEqualTo(3);
        });
        // One without records is asked for twice.
        assertThat(lists()).extracting(request -> request.argument("metadataPrefix")).containsExactly("oai_dc", "marc21", "aaa",
                "aaa");
    }

    @Test
    void oaiDcIsHarvested_ifFormatsCannotBeListed() {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.of(Verb.LIST_METADATA_FORMATS), Behaviour.status(404));
        assertThat(harvest()).satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.reason()).contains("formats could not be listed", "only oai_dc");
        });
        assertThat(sink.identifiers()).hasSize(3);
    }

    @Test
    void setsThatCannotBeListed_doNotStopAHarvest() {
        provider.put(SampleRecords.many(3)).when(ReceivedRequest.of(Verb.LIST_SETS), Behaviour.html("Sorry"));
        assertThat(harvest()).hasToString("complete");
        assertThat(notes()).singleElement().asString().contains("sets could not be listed", "'Sorry'");
    }

    @Test
    void increment_beginsAtTheRepositorysTimeAtTheStartOfTheLastHarvest() {
        provider.put(SampleRecords.many(25));
        provider.once(ReceivedRequest.page(2), (request, reply) -> {
            providerClock.advance(Duration.ofHours(1));
            return reply;
        });
        harvest();
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));

        provider.put(List.of(SampleRecords.live(7, "New title", Datestamp.parse("2024-05-10T09:30:00Z")),
                SampleRecords.deleted(8, Datestamp.parse("2024-05-10T09:40:00Z")), SampleRecords.live(30, "New", Datestamp.parse(
                        "2024-05-10T09:50:00Z"))));
        provider.clearLog();
        assertThat(harvest()).hasToString("complete");
        assertThat(lists()).singleElement().satisfies(request -> assertThat(request.arguments())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("verb", "ListRecords", "metadataPrefix", "oai_dc", "from", "2024-05-10T08:00:00Z")));
        assertThat(sink.outcomes.getLast().counts()).isEqualTo(new Counts(1, 1, 0, 1, 0));
    }

    @Test
    void noChanges_isComplete() {
        provider.put(SampleRecords.many(5));
        harvest();
        providerClock.advance(Duration.ofDays(1));
        assertThat(harvest()).hasToString("complete");
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-11T09:00:00Z"));
        assertThat(sink.outcomes.getLast().counts()).isEqualTo(Counts.ZERO);
    }

    @Test
    void incrementWithDayGranularity_beginsADayEarlier() {
        provider.granularity(Granularity.DAY).put(SampleRecords.many(5));
        harvest();
        provider.clearLog();
        assertThat(harvest()).hasToString("complete");
        assertThat(lists().getFirst().argument("from")).isEqualTo("2024-05-09");
    }

    @Test
    void unknownGranularity_isTreatedAsDays() {
        provider.put(SampleRecords.many(5))
                .when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(body -> body.replace("YYYY-MM-DDThh:mm:ssZ", "weekly")));
        harvest();
        provider.clearLog();
        harvest();
        assertThat(lists().getFirst().argument("from")).isEqualTo("2024-05-09");
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("'weekly'"));
    }

    @Test
    void fullHarvestOnRequest_harvestsEverythingAgain() {
        provider.put(SampleRecords.many(5));
        harvest();
        provider.clearLog();
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true)).counts()).isEqualTo(new Counts(0, 0, 5, 0, 0));
        assertThat(lists().getFirst().argument("from")).isNull();
    }

    @Test
    void harvestOfAWindow_doesNotChangeTheNextIncrement() {
        provider.put(SampleRecords.many(25));
        harvest();
        providerClock.advance(Duration.ofDays(1));
        provider.clearLog();
        HarvestOptions window = HarvestOptions.DEFAULT.withWindow(Datestamp.parse("2024-01-01T00:00:05Z"),
                Datestamp.parse("2024-01-01T00:00:06Z"));
        assertThat(harvest(window).counts()).isEqualTo(new Counts(0, 0, 2, 0, 0));
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));
    }

    @Test
    void window_isRoundedToTheGranularityOfTheRepository() {
        provider.granularity(Granularity.DAY).put(SampleRecords.many(5));
        HarvestOptions window = HarvestOptions.DEFAULT.withWindow(Datestamp.parse("2024-01-01T00:00:05Z"), null);
        assertThat(harvest(window)).hasToString("complete");
        assertThat(lists().getFirst().argument("from")).isEqualTo("2024-01-01");
        assertThat(notes()).singleElement().asString().contains("days only");
    }

    @Test
    void windowThatEndsBeforeItBegins_isRefused() {
        HarvestOptions window = HarvestOptions.DEFAULT.withWindow(Datestamp.parse("2024-01-02"), Datestamp.parse("2024-01-01"));
        assertThat(harvest(window)).hasToString("failed(from (2024-01-02) is later than until (2024-01-01))");
        assertThat(lists()).isEmpty();
    }

    @Test
    void unacceptableRecords_goToQuarantineWithTheReason() {
        OaiRecord bare = new OaiRecord(SampleRecords.live(1).header(), null);
        OaiRecord nameless = new OaiRecord(new Header("", Datestamp.parse("2024-01-01"), List.of(), false),
                SampleRecords.dublinCore(2, "Nameless"));
        provider.put(List.of(SampleRecords.live(0), bare, nameless, SampleRecords.live(3)));
        assertThat(harvest()).hasToString(
                "partial(2 of 4 records could not be accepted, which is too many for a complete harvest)");
        assertThat(sink.outcomes.getLast().counts()).isEqualTo(new Counts(2, 0, 0, 0, 2));
        assertThat(sink.quarantined).extracting(Quarantined::identifier).containsExactly("oai:example.org:1", null);
        assertThat(sink.quarantined).extracting(Quarantined::reason)
                .containsExactly("the record is not deleted, but has no metadata (oai_dc, page 1, record 2)",
                        "the record has no identifier (oai_dc, page 1, record 3)");
        assertThat(new String(sink.quarantined.getLast().raw(), StandardCharsets.UTF_8)).contains("Nameless");
    }

    @Test
    void deletedRecordWithMetadata_isStoredWithoutMetadata() {
        OaiRecord odd = new OaiRecord(SampleRecords.deleted(1, Datestamp.parse("2024-01-01T00:00:00Z")).header(),
                SampleRecords.dublinCore(1, "Gone"));
        provider.put(List.of(odd));
        assertThat(harvest().counts().deleted()).isEqualTo(1);
        assertThat(sink.records.get(MetadataPrefix.OAI_DC)).extractingByKey("oai:example.org:1")
                .extracting(OaiRecord::metadata)
                .isNull();
    }

    @Test
    void page_isSavedWithItsCheckpointAndResponseDate() {
        provider.put(SampleRecords.many(25));
        harvest();
        assertThat(sink.batches).extracting(batch -> Objects.requireNonNull(batch.checkpoint()).page()).containsExactly(1, 2, 3,
                0);
        assertThat(sink.batches).extracting(batch -> Objects.requireNonNull(batch.checkpoint()).received()).containsExactly(10L,
                20L, 25L, 0L);
        assertThat(sink.batches.get(1).checkpoint()).satisfies(behind -> {
            assertThat(Objects.requireNonNull(behind).serverTime()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));
            assertThat(behind.lastDatestamp()).isEqualTo(Datestamp.parse("2024-01-01T00:00:19Z"));
            assertThat(behind.sent()).isEqualTo(OAI_DC);
        });
        assertThat(sink.batches.subList(0, 3)).extracting(batch -> batch.harvestDate())
                .containsOnly(Datestamp.parse("2024-05-10T09:00:00Z"));
    }

    @Test
    void nextPage_isFetchedWhileAPageIsSaved() {
        provider.put(SampleRecords.many(15));
        CountDownLatch secondAsked = new CountDownLatch(1);
        provider.when(ReceivedRequest.page(2), (request, reply) -> {
            secondAsked.countDown();
            return reply;
        });
        sink.beforeSave = () -> {
            try {
                assertThat(secondAsked.await(20, TimeUnit.SECONDS)).as("page 2 is asked for before page 1 is saved").isTrue();
            } catch (InterruptedException interruption) {
                throw new IllegalStateException(interruption);
            }
        };
        assertThat(harvest()).hasToString("complete");
    }

    @Test
    void events_areReportedToTheListener() {
        provider.put(SampleRecords.many(25)).once(ReceivedRequest.page(2), Behaviour.busy(503, "30"));
        harvest();
        assertThat(events).contains(new HarvestEvent.Asking(Verb.IDENTIFY),
                new HarvestEvent.ListStarted(OAI_DC, OAI_DC, 1, 1, false),
                new HarvestEvent.Waiting(Duration.ofSeconds(30),
                        HostPace.host(URI.create(provider.baseUrl())) + " answered 503 and asks to come back after: 30"),
                new HarvestEvent.StrategyUsed(OAI_DC, ListStrategy.WHOLE));
        assertThat(events).filteredOn(HarvestEvent.ListEnded.class::isInstance).singleElement()
                .satisfies(event -> assertThat(((HarvestEvent.ListEnded) event).evidence().proof())
                        .isEqualTo("25 records; all identifiers that the repository names are here"));
        List<HarvestEvent.PageSaved> pages = events.stream()
                .filter(HarvestEvent.PageSaved.class::isInstance)
                .map(HarvestEvent.PageSaved.class::cast)
                .toList();
        assertThat(pages).extracting(HarvestEvent.PageSaved::page).containsExactly(1, 2, 3);
        assertThat(pages).extracting(HarvestEvent.PageSaved::received).containsExactly(10L, 20L, 25L);
        assertThat(pages).extracting(HarvestEvent.PageSaved::completeListSize).containsOnly(25L);
        assertThat(pages.getLast().total().created()).isEqualTo(25);
        assertThat(pages.getLast().bytes()).isGreaterThan(25 * 200);
    }

    @Test
    void requests_carryTheUserAgentAndFromOfTheSource() {
        Source own = new Source("scripted", Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(), List.of(),
                new Source.Settings("Own/1.0", "me@example.org", null, null));
        harvester.harvest(own, HarvestOptions.DEFAULT, sink, ProgressListener.NONE);
        assertThat(provider.requests()).allSatisfy(request -> {
            assertThat(request.header("User-Agent")).isEqualTo("Own/1.0");
            assertThat(request.header("From")).isEqualTo("me@example.org");
        });
    }

    @Test
    void sourceWithoutBaseUrl_isRefused() {
        assertThatThrownBy(
                () -> harvester.harvest(Source.imported("local", null), HarvestOptions.DEFAULT, sink, ProgressListener.NONE))
                .hasMessageContaining("local");
    }

    @Test
    void wrongAddress_failsWithOneClearMessage() {
        provider.when(ReceivedRequest.any(), Behaviour.html("Library"));
        assertThat(harvest()).hasToString("failed(the server answered with an HTML page titled 'Library' instead of OAI-PMH: is "
                + provider.baseUrl() + " the base URL?)");
        Source nowhere = Source.harvested("nowhere", "http://no-such-host.invalid/oai");
        assertThat(harvester.harvest(nowhere, HarvestOptions.DEFAULT, sink, ProgressListener.NONE))
                .hasToString("failed(the host no-such-host.invalid is not known: check the address)");
    }

    @Test
    void increment_usesTheRepositorysClock() {
        // The harvester's own clock stands in 1999, see the set-up; what is new is decided by the repository's.
        provider.put(SampleRecords.many(2));
        harvest();
        assertThat(SettableClock.at("1999-12-31T23:59:59Z").instant()).isBefore(providerClock.instant());
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.ofSecond(providerClock.instant()));
    }

    @Test
    void eachSelection_hasItsOwnCheckpoint() {
        provider.format(MARC).put(SampleRecords.many(3)).put(MARC.prefix(), SampleRecords.many(2));
        harvest();
        assertThat(sink.checkpoints).containsOnlyKeys(OAI_DC, Selection.all(MARC.prefix()));
    }
}
