package dev.sheaf.harvester;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs that end early, and what the next run makes of it. The list has five pages of ten. */
class HarvesterResumeTest extends HarvesterSetup {

    @BeforeEach
    void fiftyRecords() {
        provider.put(SampleRecords.many(50));
    }

    /** A run that dies when a page is saved, while the next one is on its way. */
    private HarvestOutcome dieOnSave(int page) {
        provider.clearLog();
        int asked = Math.min(page - sink.batches.size() + 1, 5);
        sink.failOnSave = page;
        sink.beforeSave = () -> {
            if (sink.batches.size() + 1 == page) {
                provider.awaitPagesAsked(asked);
            }
        };
        HarvestOutcome outcome = harvest();
        sink.failOnSave = -1;
        sink.beforeSave = () -> {};
        provider.clearLog();
        return outcome;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void nextRun_continuesWhereTheLastRunDied(int page) {
        HarvestOutcome died = dieOnSave(page);
        assertThat(died).hasToString((page == 1 ? "failed" : "partial") + "(the disk is full: free some space)");
        assertThat(died.counts().received()).isEqualTo((page - 1) * 10L);
        HarvestOutcome resumed = harvest();
        assertThat(resumed).hasToString("complete");
        assertThat(resumed.counts()).isEqualTo(new Counts(60 - page * 10L, 0, 0, 0, 0));
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
        assertThat(provider.pagesAsked()).first().isEqualTo(page);
        assertThat(provider.pagesAsked()).hasSize(6 - page);
    }

    @Test
    void incrementAfterAResumedHarvest_beginsAtTheStartOfTheFirstRun() {
        dieOnSave(3);
        providerClock.advance(Duration.ofDays(3));
        harvest();
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-10T09:00:00Z"));
    }

    @Test
    void sizeThatDecreasedBetweenTwoRuns_isNoticed() {
        dieOnSave(3);
        provider.when(ReceivedRequest.any(),
                Behaviour.text(body -> body.replace("completeListSize=\"50\"", "completeListSize=\"49\"")
                        .replaceAll("(?s)<record>(?:(?!</record>).)*" + SampleRecords.identifier(30) + ".*?</record>", "")));
        HarvestOutcome resumed = harvest();
        assertThat(resumed.verdict()).as(resumed.toString()).isEqualTo(Verdict.PARTIAL);
        assertThat(resumed.reason()).contains("stated 50 records, then 49");
        provider.behave();
        provider.clearLog();
        assertThat(harvest()).as("begun again, because nobody knows which ones came before").hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 4, 5);
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
    }

    @Test
    void resumedIncrement_keepsItsFrom() {
        harvest();
        providerClock.advance(Duration.ofDays(1));
        Datestamp later = Datestamp.ofSecond(providerClock.instant());
        provider.put(SampleRecords.many(50).stream().map(record -> SampleRecords.live(number(record.identifier()), "New", later))
                .toList());
        dieOnSave(sink.batches.size() + 3);
        assertThat(checkpoint().sent())
                .isEqualTo(new Selection(OAI_DC.prefix(), Datestamp.parse("2024-05-10T08:00:00Z"), null, null));
        assertThat(harvest().counts()).isEqualTo(new Counts(0, 30, 0, 0, 0));
        assertThat(checkpoint().completeSince()).isEqualTo(later);
    }

    private static int number(String identifier) {
        return Integer.parseInt(identifier.substring(identifier.lastIndexOf(':') + 1));
    }

    @Test
    void expiredStoredToken_restartsTheList() {
        dieOnSave(4);
        provider.expireTokens();
        providerClock.advance(Duration.ofDays(1));
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts()).isEqualTo(new Counts(20, 0, 30, 0, 0));
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("begun again", "badResumptionToken"));
        assertThat(checkpoint().completeSince()).isEqualTo(Datestamp.parse("2024-05-11T09:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 500})
    void storedTokenAnsweredWithAnHttpError_restartsTheList(int status) {
        dieOnSave(4);
        provider.expireTokens();
        provider.when(
                request -> request.argument("resumptionToken") != null && request.argument("resumptionToken").startsWith("1;"),
                Behaviour.status(status));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void busyServer_doesNotRestartTheList() {
        dieOnSave(4);
        provider.when(ReceivedRequest.page(4), Behaviour.busy(503, "7"));
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(outcome.reason()).contains("HTTP 503", "after page 3", "continues from there");
        assertThat(provider.pagesAsked()).containsOnly(4);
        provider.behave();
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void tokenThatExpiresOnce_restartsTheList() {
        provider.once(ReceivedRequest.page(3), (request, reply) -> {
            provider.expireTokens();
            return Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired"))
                    .change(request, reply);
        });
        HarvestOutcome outcome = harvest();
        assertThat(outcome).hasToString("complete");
        assertThat(outcome.counts()).isEqualTo(new Counts(50, 0, 20, 0, 0));
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 1, 2, 3, 4, 5);
    }

    @Test
    void listWhoseTokensAlwaysExpire_isContinuedFromTheLastDatestamp() {
        provider.when(ReceivedRequest.page(3),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(provider.pagesAsked()).startsWith(1, 2, 3, 1, 2, 3, 1);
        assertThat(notes()).anySatisfy(
                note -> assertThat(note).contains("badResumptionToken (expired)", "after page 2", "re-entered by date windows"));
    }

    @Test
    void harvestWaitsForRetryAfter_andContinues() {
        provider.once(ReceivedRequest.page(3), Behaviour.busy(503, "120"));
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 3, 4, 5);
        assertThat(pause.times).containsExactly(Duration.ofMinutes(2));
    }

    @Test
    void truncatedPage_isRequestedAgain() {
        provider.once(ReceivedRequest.page(3), Behaviour.cutAfter(1000)).once(ReceivedRequest.page(4), Behaviour.truncate(1000));
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(1, 2, 3, 3, 4, 4, 5);
        assertThat(sink.identifiers()).isEqualTo(identifiers(50));
    }

    @Test
    void pageThatIsNeverWellFormed_isAvoidedByOtherRequests() {
        provider.when(ReceivedRequest.page(3), Behaviour.text(body -> body.replace("Title 25", "Title & 25")));
        assertThat(harvest(HarvestOptions.DEFAULT.withStrict(true))).hasToString("complete");
        assertThat(sink.identifiers()).containsExactlyInAnyOrderElementsOf(identifiers(50));
        assertThat(provider.pagesAsked()).startsWith(1, 2, 3, 3, 1);
        assertThat(notes()).anySatisfy(note -> assertThat(note).contains("not well-formed XML at line", "resumptionToken="));
    }

    @Test
    void harvestOfAServerInMaintenance_stops_andTheNextOneContinues() {
        provider.when(ReceivedRequest.page(3), (request, reply) -> {
            provider.when(ReceivedRequest.any(), Behaviour.html("Maintenance"));
            return Behaviour.html("Maintenance").change(request, reply);
        });
        HarvestOutcome outcome = harvest();
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("'Maintenance'");
        provider.behave();
        provider.clearLog();
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(3, 4, 5);
    }

    @Test
    void harvestOfASlowServer_canBeCancelled() {
        provider.when(ReceivedRequest.page(3), Behaviour.stallAfter(100));
        AtomicBoolean cancelled = new AtomicBoolean();
        HarvestOutcome outcome = harvester.harvest(source, HarvestOptions.DEFAULT.withCancelled(cancelled::get), sink, event -> {
            if (event instanceof HarvestEvent.PageSaved saved && saved.page() == 2) {
                provider.awaitPagesAsked(3);
                cancelled.set(true);
            }
        });
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("cancelled");
        assertThat(outcome.counts().created()).isEqualTo(20);
        provider.behave();
        provider.clearLog();
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.pagesAsked()).containsExactly(3, 4, 5);
    }

    @Test
    void fullHarvest_beginsFromTheStartDespiteACheckpoint() {
        dieOnSave(4);
        assertThat(harvest(HarvestOptions.DEFAULT.withFull(true))).hasToString("complete");
        assertThat(provider.pagesAsked()).isEqualTo(List.of(1, 2, 3, 4, 5));
    }
}
