package dev.sheaf.platform.notify;

import java.net.http.HttpResponse;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.extension.ExtensionResponse.Status;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.notices.AnnouncementReport;

import static org.assertj.core.api.Assertions.assertThat;

/** Notifications, right ones and wrong ones. */
class NotifyTest extends SyncFixture {

    @Test
    void signedNotification_leadsToAHarvest() throws Exception {
        harvested("a");

        HttpResponse<byte[]> response = notification().send();

        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/xml;charset=utf-8");
        assertThat(answer(response)).isEqualTo(new Notified(Status.ACCEPTED));
        assertThat(told).containsExactly("a");
        assertThat(store().announcements().pending()).containsOnlyKeys("a");
    }

    @Test
    void notificationByGet_isAccepted() throws Exception {
        harvested("a");

        assertThat(new Call("GET", "verb=Notify&baseURL=" + BASE_URL + "&sequence=" + next()).send().statusCode()).isEqualTo(202);
        assertThat(told).containsExactly("a");
    }

    @Test
    void notificationOfAHubThatHarvestsNothingByItself_isIgnored_andKept() throws Exception {
        harvested("a");
        schedules = false;

        assertThat(answer(notification().send())).isEqualTo(new Notified(Status.IGNORED));
        assertThat(store().announcements().pending()).as("for the next harvest command").containsOnlyKeys("a");
    }

    @Test
    void secondNotificationBeforeTheHarvest_isADuplicate() throws Exception {
        harvested("a");
        notification().send();

        HttpResponse<byte[]> second = notification().send();

        assertThat(second.statusCode()).isEqualTo(202);
        assertThat(answer(second)).isEqualTo(new Notified(Status.DUPLICATE));
    }

    @ParameterizedTest
    @CsvSource({"https://hub.example.org/index/oai/texts, https://hub.example.org/oai/texts",
            "https://hub.example.org/x/index/oai, https://hub.example.org/x/oai",
            "https://hub.example.org/index/oai/oai, https://hub.example.org/oai/oai/"})
    void plainBaseUrl_standsForTheOneWithTheIndex(String harvested, String announced) throws Exception {
        store().put(Source.harvested("a", harvested));
        store().announcements().setSecret("a", SECRET);

        assertThat(answer(notification("verb=Notify&baseURL=" + announced + "&sequence=" + next()).send()))
                .isEqualTo(new Notified(Status.ACCEPTED));
        assertThat(told).containsExactly("a");
    }

    @Test
    void notificationOfHarvestedChanges_isIgnored() throws Exception {
        harvested("a");
        store().describe("a", new SourceDescription(null, java.util.List.of(MetadataFormat.OAI_DC), null));
        long run = store().begin("a", clock.instant());
        Checkpoint complete = Checkpoint.start(Selection.all(MetadataPrefix.OAI_DC))
                .begin(Selection.all(MetadataPrefix.OAI_DC), Datestamp.parse("2025-03-01T11:00:00Z")).complete();
        store().save(new Batch("a", run, java.util.List.of(), java.util.List.of(), null, complete));

        HttpResponse<byte[]> old = notification(
                "verb=Notify&baseURL=" + BASE_URL + "&until=2025-03-01T10:59:59Z&sequence=" + next()).send();
        assertThat(answer(old)).isEqualTo(new Notified(Status.IGNORED));
        assertThat(told).isEmpty();

        HttpResponse<byte[]> sameSecond = notification(
                "verb=Notify&baseURL=" + BASE_URL + "&until=2025-03-01T11:00:00Z&sequence=" + next())
                .send();
        assertThat(answer(sameSecond)).isEqualTo(new Notified(Status.ACCEPTED));
    }

    private void refused(Call call, int status, Code code, String reason) throws Exception {
        HttpResponse<byte[]> response = call.send();
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(answer(response)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.message()).contains(reason);
        });
        assertThat(told).isEmpty();
        assertThat(store().announcements().pending()).isEmpty();
    }

    @Test
    void forgedNotification_isRefused() throws Exception {
        harvested("a");

        refused(notification().signedWith(Secret.of("guessed")), 403, Code.NOT_SUBSCRIBED, "signature does not match");
        refused(notification().signedWith(null), 403, Code.NOT_SUBSCRIBED, "not signed");
        refused(notification().sign().body("verb=Notify&baseURL=" + BASE_URL + "&sequence=9999"), 403, Code.NOT_SUBSCRIBED,
                "signature does not match");
    }

    @Test
    void repeatedNotification_isRefused() throws Exception {
        harvested("a");
        Call call = notification().sign();
        assertThat(call.send().statusCode()).isEqualTo(202);
        told.clear();
        store().announcements().harvested("a", clock.instant(), true);

        refused(call, 403, Code.NOT_SUBSCRIBED, "sent twice");
        refused(notification("verb=Notify&baseURL=" + BASE_URL + "&sequence=7"), 403, Code.NOT_SUBSCRIBED, "not higher");
    }

    @Test
    void sequenceNumbers_surviveARestart() throws Exception {
        harvested("a");
        Call call = notification().sign();
        call.send();
        told.clear();
        store().announcements().harvested("a", clock.instant(), true);

        restart();

        refused(call, 403, Code.NOT_SUBSCRIBED, "sent twice");
    }

    @Test
    void notificationWithAWrongDate_isRefused() throws Exception {
        harvested("a");

        refused(notification().dated(Duration.ofSeconds(-301)), 403, Code.NOT_SUBSCRIBED, "more than five minutes apart");
        refused(notification().dated(Duration.ofSeconds(301)), 403, Code.NOT_SUBSCRIBED, "more than five minutes apart");
        refused(notification().dated("yesterday"), 403, Code.NOT_SUBSCRIBED, "Date");
        assertThat(notification().dated(Duration.ofSeconds(-299)).send().statusCode()).isEqualTo(202);
    }

    @Test
    void notificationFromAnUnknownSender_isRefused() throws Exception {
        harvested("a");

        refused(notification("verb=Notify&baseURL=https://other.example.org/oai&sequence=" + next()), 403, Code.NOT_SUBSCRIBED,
                "no source of this hub");
        store().announcements().setSecret("a", null);
        refused(notification(), 403, Code.NOT_SUBSCRIBED, "no source of this hub");
    }

    @Test
    void notificationOfAPushingSource_causesNoHarvest() throws Exception {
        pushing("b");

        refused(notification("verb=Notify&source=b&sequence=" + next()), 403, Code.NOT_SUBSCRIBED, "not harvested");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Notify&sequence=500", "verb=Notify&baseURL=" + BASE_URL,
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=x",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=-1",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=99999999999999999999",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&sequence=501",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&from=today",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&from=2025-03-02&until=2025-03-01",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&from=2025-03-01&until=2025-03-02T00:00:00Z",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&wish=1", "verb=Notify&baseURL=%FF%FE&sequence=500",
            "verb=Notify&baseURL=" + BASE_URL + "&sequence=500&identifier="})
    void malformedNotification_isRefused(String form) throws Exception {
        harvested("a");

        refused(notification(form), 200, Code.BAD_ARGUMENT, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "verb=Identify", "verb=Notify&verb=Notify", "verb=PushMetadata"})
    void otherVerbs_areNoNotifications(String form) throws Exception {
        harvested("a");

        refused(notification(form), 200, Code.BAD_VERB, "");
    }

    @Test
    void oversizedNotification_isRefused() throws Exception {
        harvested("a");
        String form = "verb=Notify&baseURL=" + BASE_URL + "&sequence=" + next();

        refused(notification(form + "&identifier=a".repeat(101)), 200, Code.BAD_ARGUMENT, "100 identifiers");
        refused(notification(form + "&set=" + "x".repeat(3_000)), 200, Code.BAD_ARGUMENT, "too long");
        refused(notification(form + "&set=x".repeat(20_000)), 413, Code.BAD_ARGUMENT, "bytes at most");
    }

    @Test
    void twoSourcesWithOneAddress_areDistinguishedByTheirSecrets() throws Exception {
        harvested("a");
        harvested("b");
        store().announcements().setSecret("b", Secret.of("of b alone"));

        notification().signedWith(Secret.of("of b alone")).send();

        assertThat(told).containsExactly("b");
    }

    @Test
    void addressWithOrWithoutASlash_isTheSame() throws Exception {
        harvested("a");

        assertThat(notification("verb=Notify&baseURL=" + BASE_URL + "/&sequence=" + next()).send().statusCode()).isEqualTo(202);
    }

    @Test
    void countsAnnouncedAndMissedChanges() throws Exception {
        harvested("a");
        store().announcements().harvested("a", clock.instant(), true);
        assertThat(report().missed()).as("before the first notification").isZero();

        notification().send();
        clock.advance(Duration.ofMinutes(1));
        store().announcements().harvested("a", clock.instant(), true);
        store().announcements().harvested("a", clock.instant(), true);
        store().announcements().harvested("a", clock.instant(), false);
        notification().send();
        clock.advance(Duration.ofMinutes(1));
        store().announcements().harvested("a", clock.instant().minusSeconds(90), false);

        AnnouncementReport report = report();
        assertThat(report.notifications()).isEqualTo(2);
        assertThat(report.announced()).isEqualTo(1);
        assertThat(report.missed()).isEqualTo(1);
        assertThat(report.pending()).as("it came after the harvest had begun").isNotNull();
    }

    private AnnouncementReport report() {
        @Nullable
        AnnouncementReport report = store().announcements().report("a").orElse(null);
        return java.util.Objects.requireNonNull(report);
    }
}
