package dev.sheaf.store.contract;

import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.notices.AnnouncementReport;
import dev.sheaf.store.notices.Announcements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Announcements}. */
public abstract class AnnouncementsContract extends FacetContract {

    private static final String BASE_URL = "https://a.example.org/oai";
    private static final Instant LATER = START.plusSeconds(60);

    private Announcements announcements() {
        return store().announcements();
    }

    private AnnouncementReport report() {
        return announcements().report("a").orElseThrow();
    }

    @Test
    void secret_isKeptAndFoundByIdAndBaseUrl() {
        announcements().setSecret("a", Secret.of("s3cret"));
        reopen();
        assertThat(announcements().of("a").orElseThrow().secret().reveal()).isEqualTo("s3cret");
        assertThat(announcements().at(BASE_URL)).singleElement().extracting(Announcements.Announcer::id).isEqualTo("a");
        assertThat(announcements().at(BASE_URL + "/")).as("another base URL").isEmpty();
        assertThat(report().signed()).isTrue();
    }

    @Test
    void removedSecret_refusesEveryNotification() {
        announcements().setSecret("a", Secret.of("s3cret"));
        announcements().setSecret("a", null);
        assertThat(announcements().of("a")).isEmpty();
        assertThat(announcements().at(BASE_URL)).isEmpty();
        assertThat(report().signed()).isFalse();
    }

    @Test
    void signedRequest_isTakenOnceAndInOrder() {
        announcements().setSecret("a", Secret.of("s3cret"));
        assertThat(announcements().sequence("a")).isZero();
        assertThat(announcements().take("a", 7)).isTrue();
        assertThat(announcements().take("a", 7)).as("the same again").isFalse();
        assertThat(announcements().take("a", 6)).as("an older one").isFalse();
        assertThat(announcements().take("a", 8)).isTrue();
        assertThat(announcements().sequence("a")).isEqualTo(8);
    }

    @Test
    void newSecret_restartsTheSequence() {
        announcements().setSecret("a", Secret.of("s3cret"));
        announcements().take("a", 7);
        announcements().setSecret("a", Secret.of("other"));
        assertThat(announcements().take("a", 1)).isTrue();
    }

    @Test
    void notification_waitsForAHarvest() {
        Instant at = START.plusMillis(250);
        assertThat(announcements().notified("a", at)).isTrue();
        assertThat(announcements().pending()).isEqualTo(Map.of("a", at));
        assertThat(announcements().notified("a", LATER)).as("one was waiting").isFalse();
        assertThat(announcements().pending()).isEqualTo(Map.of("a", LATER));
        assertThat(report()).isEqualTo(new AnnouncementReport(false, 2, 0, LATER, LATER, 0, 0));
    }

    @Test
    void harvestAfterANotification_answersIt() {
        announcements().notified("a", START);
        announcements().harvested("a", LATER, true);
        assertThat(announcements().pending()).isEmpty();
        assertThat(report()).isEqualTo(new AnnouncementReport(false, 1, 0, START, null, 1, 0));
    }

    @Test
    void notificationDuringAHarvest_staysPending() {
        announcements().notified("a", LATER);
        announcements().harvested("a", START, false);
        assertThat(announcements().pending()).containsOnlyKeys("a");
        assertThat(report().announced()).isZero();
    }

    @Test
    void unannouncedChanges_countAsMissed() {
        announcements().notified("a", START);
        announcements().harvested("a", LATER, false);
        announcements().harvested("a", LATER.plusSeconds(60), true);
        assertThat(report()).isEqualTo(new AnnouncementReport(false, 1, 0, START, null, 0, 1));
    }

    @Test
    void harvestOfASourceThatNeverNotified_isNotNoted() {
        announcements().harvested("a", START, true);
        assertThat(announcements().report("a")).isEmpty();
    }

    @Test
    void pushes_areCounted() {
        announcements().pushed("a");
        announcements().pushed("a");
        assertThat(report().pushes()).isEqualTo(2);
        assertThat(announcements().pending()).isEmpty();
    }

    @Test
    void unknownSource_hasNothingAndCannotBeChanged() {
        assertThat(announcements().of(UNKNOWN)).isEmpty();
        assertThat(announcements().report(UNKNOWN)).isEmpty();
        assertThat(announcements().sequence(UNKNOWN)).isZero();
        assertThatThrownBy(() -> announcements().notified(UNKNOWN, START)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> announcements().setSecret(UNKNOWN, Secret.of("x"))).isInstanceOf(StoreException.class);
    }

    @Test
    void removedSource_losesItsAnnouncements() {
        announcements().setSecret("a", Secret.of("s3cret"));
        announcements().notified("a", START);
        store().remove("a", false);
        store().put(Source.harvested("a", BASE_URL));
        assertThat(announcements().of("a")).isEmpty();
        assertThat(announcements().report("a")).isEmpty();
    }
}
