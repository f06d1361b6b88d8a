package dev.sheaf.platform.sync;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Identifiers that become the same by their repair belong to two records: one is stored, and the verdict tells of the other. */
class MergedIdentifiersTest extends JobsSetup {

    private static final int RECORDS = 24;
    private static final int FIRST = 3;

    /** Lets two records have identifiers with these bytes between {@code tw} and {@code in}; Latin-1 stands for bytes. */
    private ScriptedProvider twins(List<OaiRecord> records, int pageSize, int second, String between, String other) {
        ScriptedProvider provider = repository("no", records).pageSize(pageSize);
        provider.when(ReceivedRequest.any(), (_, reply) -> {
            String body = new String(reply.body(), StandardCharsets.ISO_8859_1);
            return reply
                    .withBody(body.replace(SampleRecords.identifier(FIRST) + "<", "oai:example.org:tw" + bytes(between) + "in<")
                            .replace(SampleRecords.identifier(second) + "<", "oai:example.org:tw" + bytes(other) + "in<")
                            .getBytes(StandardCharsets.ISO_8859_1));
        });
        return provider;
    }

    private static String bytes(String text) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                bytes.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.append(text.charAt(i));
            }
        }
        return bytes.toString();
    }

    private List<Quarantined> quarantined() {
        return store().repairs().quarantined(ID, 10);
    }

    private void isOneOfTwo(HarvestOutcome outcome, int records) {
        assertThat(outcome.toString()).contains("quarantine");
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(served()).hasSize(records);
        assertThat(quarantined()).singleElement()
                .satisfies(one -> assertThat(one.reason()).contains("its identifier, received as 'oai:example.org:tw",
                        "became that of another record"));
    }

    @ParameterizedTest
    @CsvSource({"%01, %02", "%01, ''", "'', %01", "%0B, %0C", "&#1;, &#2;", "&#1;, %01", "%ED%A0%80, %ED%A0%81",
            "%EF%BF%BE, %EF%BF%BF",
            "&#xD800;, &#xD801;"})
    void secondOfTwoOnOnePage_isInQuarantine(String between, String other) {
        isOneOfTwoTwice(FIRST + 1, between, other);
    }

    @ParameterizedTest
    @CsvSource({"%01, %02", "%01, ''", "'', %01", "%0B, %0C", "&#1;, &#2;", "&#1;, %01", "%ED%A0%80, %ED%A0%81",
            "%EF%BF%BE, %EF%BF%BF",
            "&#xD800;, &#xD801;"})
    void secondOfTwoOnLaterPages_isInQuarantine(String between, String other) {
        isOneOfTwoTwice(FIRST + 8, between, other);
    }

    private void isOneOfTwoTwice(int second, String between, String other) {
        for (int harvest = 0; harvest < 2; harvest++) {
            twins(SampleRecords.many(RECORDS), 6, second, between, other);
            isOneOfTwo(harvest(true), RECORDS - 1);
            clock.advance(Duration.ofHours(1));
        }
    }

    @Test
    void recordThatChangesAlone_doesNotReplaceTheOther() {
        List<OaiRecord> records = new ArrayList<>(SampleRecords.many(RECORDS));
        twins(records, 6, FIRST + 8, "%01", "%02");
        isOneOfTwo(harvest(false), RECORDS - 1);
        String before = served().toString();
        for (int turn = 0; turn < 3; turn++) {
            clock.advance(Duration.ofDays(1));
            records.set(FIRST + 8,
                    SampleRecords.live(FIRST + 8, "Changed " + turn, Datestamp.ofSecond(clock.instant().minusSeconds(60))));
            twins(records, 6, FIRST + 8, "%01", "%02");
            clock.advance(Duration.ofMinutes(1));
            HarvestOutcome outcome = harvest(false);
            assertThat(outcome.counts().changed()).isZero();
            // All that came was refused, and that is too much for any complete harvest.
            assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.counts().refused()).isOne();
            assertThat(served()).hasToString(before);
        }
    }

    @Test
    void correctedIdentifier_isAcceptedInALaterRun() {
        twins(SampleRecords.many(RECORDS), 6, RECORDS, "%01", "");
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        List<OaiRecord> records = new ArrayList<>(SampleRecords.many(RECORDS));
        records.set(FIRST, SampleRecords.live(FIRST, "Corrected", records.get(FIRST).header().datestamp()));
        twins(records, 6, RECORDS, "", "");
        clock.advance(Duration.ofDays(1));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(outcome.counts().changed()).isOne();
        assertThat(quarantined()).isEmpty();
    }

    /** Blanks that XML does not know as white space belong to an identifier. */
    @Test
    void identifiersThatDifferInABlank_areTwoRecords() {
        ScriptedProvider provider = repository("no", SampleRecords.many(RECORDS)).pageSize(6);
        provider.when(ReceivedRequest.any(), Behaviour.text(body -> body
                .replace(SampleRecords.identifier(FIRST) + "<", "oai:example.org:twin<")
                .replace(SampleRecords.identifier(FIRST + 8) + "<", "oai:example.org:twin\u3000<")));
        assertThat(harvest(false).verdict()).isEqualTo(Verdict.COMPLETE);
        assertThat(served()).hasSize(RECORDS);
    }
}
