package dev.sheaf.platform.notify;

import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Records that come by themselves, rightly and wrongly. */
class PushTest extends SyncFixture {

    private static final String OF_A = "&source=a";

    private Pushed stored(Call call) throws Exception {
        HttpResponse<byte[]> response = call.send();
        assertThat(response.statusCode()).as(text(response)).isEqualTo(200);
        return (Pushed) answer(response);
    }

    private void refused(Call call, int status, Code code, String reason) throws Exception {
        int before = served("a").size();
        HttpResponse<byte[]> response = call.send();
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(answer(response)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.message()).contains(reason);
        });
        assertThat(served("a")).hasSize(before);
    }

    private static List<String> identifiers(List<OaiRecord> records) {
        return records.stream().map(OaiRecord::identifier).toList();
    }

    @Test
    void pushedRecordsAreServedAndListedInTheLedger() throws Exception {
        pushing("a");

        Pushed first = stored(push(OF_A, SampleRecords.live(1), SampleRecords.live(2)).gzip());
        Pushed last = stored(push(OF_A + "&last=true", SampleRecords.live(3)));

        assertThat(first.accepted()).isEqualTo(2);
        assertThat(last.lastDatestamp()).isEqualTo(SampleRecords.live(3).header().datestamp().text());
        assertThat(identifiers(served("a"))).containsExactly(SampleRecords.identifier(1), SampleRecords.identifier(2),
                SampleRecords.identifier(3));
        List<RunReport> runs = store().runs().last("a", 5);
        assertThat(runs).hasSize(1);
        assertThat(runs.getFirst().outcome()).isNotNull().satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
            assertThat(outcome.counts().created()).isEqualTo(3);
            assertThat(outcome.pages()).isEqualTo(2);
        });
        assertThat(store().announcements().report("a").orElseThrow().pushes()).isEqualTo(2);
    }

    @Test
    void repeatedPush_isStoredOnce() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", SampleRecords.live(1)));
        List<OaiRecord> before = served("a");
        clock.advance(java.time.Duration.ofMinutes(1));

        assertThat(stored(push(OF_A + "&last=true", SampleRecords.live(1))).accepted()).isEqualTo(1);

        assertThat(served("a")).isEqualTo(before);
        assertThat(store().runs().last("a", 1).getFirst().outcome()).isNotNull()
                .satisfies(outcome -> assertThat(outcome.counts().same()).isEqualTo(1));
    }

    @Test
    void pushedDeletionsAndChanges_areStored() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", SampleRecords.live(1), SampleRecords.live(2)));
        clock.advance(java.time.Duration.ofMinutes(1));

        stored(push(OF_A + "&from=2025-03-01T12:00:00Z&last=true",
                SampleRecords.deleted(1, Datestamp.parse("2025-03-01T12:00:30Z")),
                SampleRecords.live(2, "Changed", Datestamp.parse("2025-03-01T12:00:31Z"))));

        assertThat(served("a").stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).toList())
                .containsExactly(SampleRecords.identifier(1));
        assertThat(String.valueOf(served("a").getLast().metadata())).contains("Changed");
    }

    @Test
    void interruptedPush_continues() throws Exception {
        pushing("a");
        stored(push(OF_A, SampleRecords.live(1)));

        restart();
        stored(push(OF_A, SampleRecords.live(2)));
        stored(push(OF_A + "&last=true", SampleRecords.live(3)));

        assertThat(served("a")).hasSize(3);
        assertThat(store().runs().last("a", 5)).extracting(run -> String.valueOf(run.outcome()))
                .satisfiesExactly(last -> assertThat(last).isEqualTo("complete"),
                        first -> assertThat(first).startsWith("partial"));
        // The next increment is counted from the first page.
        stored(push(OF_A + "&from=2025-03-01T12:00:00Z&last=true", SampleRecords.live(4)));
    }

    @Test
    void abandonedPush_releasesTheSource() throws Exception {
        pushing("a");
        stored(push(OF_A, SampleRecords.live(1)));
        assertThat(store().leases().isHeld("a")).isTrue();

        hub().pushes().close();

        assertThat(store().leases().isHeld("a")).isFalse();
        assertThat(store().status("a").map(SourceStatus::state)).hasValue(SourceStatus.State.FAILING);
    }

    @Test
    void gapBetweenPushes_isReported() throws Exception {
        pushing("a");
        refused(push(OF_A + "&from=2025-02-01&last=true", SampleRecords.live(1)), 409, Code.GAP, "begin without from");

        stored(push(OF_A + "&last=true", SampleRecords.live(1)));
        clock.advance(java.time.Duration.ofDays(2));
        HttpResponse<byte[]> later = push(OF_A + "&from=2025-03-02&last=true", SampleRecords.live(2)).send();

        assertThat(later.statusCode()).isEqualTo(409);
        assertThat(((Pushed) answer(later)).expectedFrom()).isEqualTo("2025-03-01T12:00:00Z");
        assertThat(served("a")).hasSize(1);
        stored(push(OF_A + "&from=2025-03-01T12:00:00Z&last=true", SampleRecords.live(2)));
        assertThat(served("a")).hasSize(2);
    }

    @Test
    void keepsAnInvalidPushedRecordInQuarantine() throws Exception {
        pushing("a");
        String page = new String(document(SampleRecords.live(1), SampleRecords.live(2)), java.nio.charset.StandardCharsets.UTF_8);
        String broken = page.replaceFirst("(?s)<metadata>.*?</metadata>", "");

        Pushed pushed = stored(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A,
                broken.getBytes(java.nio.charset.StandardCharsets.UTF_8)));

        assertThat(pushed.accepted()).isEqualTo(1);
        assertThat(pushed.rejected()).isEqualTo(1);
        assertThat(pushed.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.identifier()).isEqualTo(SampleRecords.identifier(1));
            assertThat(problem.text()).contains("no metadata");
        });
        assertThat(store().repairs().quarantined("a", 10)).hasSize(1);
    }

    @Test
    void recordsMissingFromAFullPush_areWithdrawn() throws Exception {
        pushing("a");
        stored(pushed("verb=PushMetadata" + OF_A, identify("no")));
        OaiRecord[] thirty = SampleRecords.many(30).toArray(OaiRecord[]::new);
        stored(push(OF_A + "&last=true", thirty));

        stored(push(OF_A, Arrays.copyOfRange(thirty, 0, 15)));
        stored(push(OF_A + "&last=true", Arrays.copyOfRange(thirty, 15, 29)));

        assertThat(served("a").stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).toList())
                .containsExactly(SampleRecords.identifier(29));
        stored(push(OF_A + "&last=true", Arrays.copyOfRange(thirty, 0, 5)));
        assertThat(store().heldDeletions().count("a")).as("too many to be believed").isEqualTo(24);
    }

    @Test
    void singlePushedRecord_withdrawsNoOther() throws Exception {
        pushing("a");
        stored(pushed("verb=PushMetadata" + OF_A, identify("no")));
        stored(push(OF_A + "&last=true", SampleRecords.live(1), SampleRecords.live(2)));

        stored(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A,
                bytes(new OaiResponse.GetRecord(SampleRecords.live(3)))));

        assertThat(served("a")).hasSize(3).noneMatch(OaiRecord::deleted);
    }

    private byte[] identify(String deletedRecord) {
        dev.sheaf.core.RepositoryDescription told = store().aggregate(BASE_URL).describe();
        String text = new String(bytes(new OaiResponse.Identify(told)), java.nio.charset.StandardCharsets.UTF_8);
        return text.replaceFirst("<deletedRecord>[a-z]+<", "<deletedRecord>" + deletedRecord + "<")
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void statedBaseUrl_isTheOriginOfPushedRecords() throws Exception {
        pushing("a");

        stored(push(OF_A + "&baseURL=" + BASE_URL + "&last=true", SampleRecords.live(1)));

        assertThat(store().source("a").orElseThrow().baseUrl()).isEqualTo(BASE_URL);
        assertThat(served("a").getFirst().about()).singleElement().satisfies(
                about -> assertThat(about.toString()).contains("<baseURL>" + BASE_URL + "</baseURL>"));
        // From now on it is known by it.
        stored(push("&baseURL=" + BASE_URL + "&last=true", SampleRecords.live(2)));
    }

    private static OaiRecord dated(int number, String datestamp, String title) {
        return SampleRecords.live(number, title, Datestamp.parse(datestamp));
    }

    private String title(int number) {
        return served("a").stream().filter(record -> record.identifier().equals(SampleRecords.identifier(number)))
                .map(record -> String.valueOf(record.metadata()).replaceFirst("(?s).*<dc:title>([^<]*)<.*", "$1")).findFirst()
                .orElse("none");
    }

    private static OaiRecord withdrawn(int number, String datestamp) {
        return SampleRecords.deleted(number, Datestamp.parse(datestamp));
    }

    @Test
    void olderPageSignedAgain_replacesNothingNewer() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", dated(1, "2025-02-02T00:00:00Z", "new"), dated(2, "2025-02-01T00:00:00Z", "two")));

        Pushed old = stored(push(OF_A + "&from=2025-01-01T00:00:00Z&last=true", dated(1, "2025-02-01T23:59:59Z", "old"),
                withdrawn(2, "2025-01-31T00:00:00Z"), dated(3, "2025-01-31T00:00:00Z", "three")));

        assertThat(old.accepted()).isEqualTo(3);
        assertThat(title(1)).isEqualTo("new");
        assertThat(title(2)).isEqualTo("two");
        assertThat(title(3)).isEqualTo("three");
        RunReport run = store().runs().last("a", 1).getFirst();
        assertThat(run.outcome()).isNotNull().satisfies(outcome -> {
            assertThat(outcome.counts().same()).isEqualTo(2);
            assertThat(outcome.counts().created()).isEqualTo(1);
        });
        assertThat(store().runs().notes(run.number())).anySatisfy(
                note -> assertThat(note.message()).contains("2 records were left as known", "has an earlier datestamp"));
    }

    @Test
    void acceptsARecordWithTheSameDatestamp() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", dated(1, "2025-02-02T12:00:00Z", "first")));

        stored(push(OF_A + "&from=2025-01-01&last=true", dated(1, "2025-02-02T12:00:00Z", "second")));
        assertThat(title(1)).isEqualTo("second");
        stored(push(OF_A + "&from=2025-01-01&last=true", dated(1, "2025-02-02", "third")));
        assertThat(title(1)).isEqualTo("third");
    }

    @Test
    void fullPush_restoresRecordsWithdrawnEarlier() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", withdrawn(1, "2025-02-02T00:00:00Z"), dated(2, "2025-02-02T00:00:00Z", "new")));

        stored(push(OF_A + "&last=true", dated(1, "2025-02-01T00:00:00Z", "back"), dated(2, "2025-02-01T00:00:00Z", "old")));

        assertThat(title(1)).isEqualTo("back");
        assertThat(title(2)).isEqualTo("new");
    }

    @Test
    void fullPushFromBeforeAWithdrawal_restoresNothing() throws Exception {
        pushing("a");
        byte[] whole = document(dated(1, "2025-02-01T00:00:00Z", "there"));
        stored(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A, whole));
        clock.advance(java.time.Duration.ofMinutes(1));
        stored(push(OF_A + "&from=2025-02-01T00:00:00Z&last=true", withdrawn(1, "2025-03-01T12:00:30Z")));

        stored(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A, whole));

        assertThat(served("a")).singleElement().matches(OaiRecord::deleted);
    }

    @Test
    void oldSingleRecord_restoresNothing() throws Exception {
        pushing("a");
        stored(push(OF_A + "&last=true", withdrawn(1, "2025-02-02T00:00:00Z")));

        stored(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A,
                bytes(new OaiResponse.GetRecord(dated(1, "2025-02-01T00:00:00Z", "old")))));

        assertThat(served("a")).singleElement().matches(OaiRecord::deleted);
    }

    @Test
    void pushedFormats_bringTheirDescription() throws Exception {
        pushing("a");
        MetadataFormat mods = new MetadataFormat(new MetadataPrefix("mods"), "http://www.loc.gov/standards/mods/v3/mods-3-7.xsd",
                "http://www.loc.gov/mods/v3");
        stored(pushed("verb=PushMetadata" + OF_A,
                bytes(new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC, mods)))));

        assertThat(store().description("a").orElseThrow().formats()).contains(mods);
    }

    @Test
    void forgedOrRepeatedPush_isRefused() throws Exception {
        pushing("a");
        refused(push(OF_A, SampleRecords.live(1)).signedWith(Secret.of("guessed")), 403, Code.NOT_SUBSCRIBED,
                "signature does not match");
        refused(push(OF_A, SampleRecords.live(1)).signedWith(null), 403, Code.NOT_SUBSCRIBED, "not signed");
        refused(push("&source=b", SampleRecords.live(1)), 403, Code.NOT_SUBSCRIBED, "no source of this hub");
        refused(push(OF_A, SampleRecords.live(1)).sign().body(document(SampleRecords.live(2))), 403, Code.NOT_SUBSCRIBED,
                "signature does not match");
        refused(push(OF_A, SampleRecords.live(1)).dated(java.time.Duration.ofMinutes(-6)), 403, Code.NOT_SUBSCRIBED,
                "five minutes");
        Call once = push(OF_A, SampleRecords.live(1)).sign();
        stored(once);
        refused(once, 403, Code.NOT_SUBSCRIBED, "sent twice");
        assertThat(served("a")).hasSize(1);
    }

    @Test
    void harvestedSource_cannotPush() throws Exception {
        harvested("a");

        refused(push(OF_A, SampleRecords.live(1)), 403, Code.NOT_SUBSCRIBED, "--push");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no XML", "<a/>", "<OAI-PMH", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"})
    void refusesAPushThatIsNoResponse(String body) throws Exception {
        pushing("a");

        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc" + OF_A, body.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                400,
                Code.BAD_ARGUMENT, "");
    }

    @Test
    void truncatedBody_isRefused_andNothingIsStored() throws Exception {
        pushing("a");
        byte[] whole = document(SampleRecords.live(1), SampleRecords.live(2));

        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc" + OF_A, Arrays.copyOf(whole, whole.length * 2 / 3)), 400,
                Code.BAD_ARGUMENT, "send all of it");
        byte[] packed = packed(whole);
        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc" + OF_A, Arrays.copyOf(packed, packed.length - 20))
                .coding("gzip"), 400,
                Code.BAD_ARGUMENT, "cannot be decompressed");
    }

    @Test
    void moreArgument_marksPagesBeforeTheLast() throws Exception {
        pushing("a");

        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc&last=true" + OF_A,
                bytes(new OaiResponse.ListRecords(List.of(SampleRecords.live(1)),
                        new ResumptionToken("more", null, null, null)))),
                400,
                Code.BAD_ARGUMENT, "resumptionToken");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&from=today", "&from=2025-03-02&until=2025-03-01",
            "&from=2025-03-01&until=2025-03-02T00:00:00Z", "&last=maybe", "&set=a%20b", "&wish=1",
            "&source=a&source=b"})
    void aMalformedRequestIsRefused(String arguments) throws Exception {
        pushing("a");

        refused(push((arguments.contains("source") ? "" : OF_A) + arguments, SampleRecords.live(1)), 400, Code.BAD_ARGUMENT, "");
    }

    @Test
    void refusesAPushThatIsTooLarge() throws Exception {
        pushing("a");

        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc" + OF_A, new byte[SyncEndpoint.MOST_WIRE + 1]), 413,
                Code.BAD_ARGUMENT,
                "bytes at most");
        refused(pushed("verb=PushMetadata&metadataPrefix=oai_dc" + OF_A, new byte[SyncEndpoint.MOST_DOCUMENT + 1]).gzip(), 413,
                Code.BAD_ARGUMENT, "bytes at most");
    }

    @Test
    void otherKindsOfBodiesAreRefused() throws Exception {
        pushing("a");

        refused(push(OF_A, SampleRecords.live(1)).type("application/json"), 415, Code.BAD_ARGUMENT, "text/xml");
        refused(push(OF_A, SampleRecords.live(1)).coding("br"), 415, Code.BAD_ARGUMENT, "gzip");
    }

    @Test
    void pushOfAPausedSource_getsRetryAfter() throws Exception {
        pushing("a");
        store().control().pause("a", clock.instant());

        HttpResponse<byte[]> response = push(OF_A, SampleRecords.live(1)).send();

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
        assertThat(text(response)).contains("paused");
    }
}
