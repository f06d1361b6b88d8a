package dev.sheaf.platform.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.core.Header;
import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources that would fill the disk or hold the processor: bounded, with the reason, and the rest of their records is kept. */
@Timeout(300)
class HostileSourcesTest extends JobsSetup {

    private static String many(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining());
    }

    private static OaiRecord inSets(OaiRecord record, List<SetSpec> sets) {
        return new OaiRecord(new Header(record.identifier(), record.header().datestamp(), sets, false), record.metadata(),
                record.about());
    }

    private long bytesOnDisk() throws IOException {
        try (Stream<Path> files = Files.walk(dataDir)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private List<String> reasons() {
        return store().repairs().quarantine(ID, 100, 0).stream().map(entry -> entry.reason()).toList();
    }

    @Test
    void setSpecOfManyLevels_goesToQuarantine() throws IOException {
        List<OaiRecord> records = SampleRecords.many(30);
        String deep = "a" + ":a".repeat(19_000);
        List<SetSpec> crowd = IntStream.range(0, 5_000).mapToObj(i -> new SetSpec("s" + i)).toList();
        List<OaiRecord> odd = new ArrayList<>(records);
        odd.set(0, inSets(records.get(0), List.of(new SetSpec(deep))));
        odd.set(1, inSets(records.get(1), crowd));
        odd.set(2, inSets(records.get(2), List.of(new SetSpec("a:b:c"))));
        repository("persistent", odd);
        long before = bytesOnDisk();
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(outcome.counts().created()).isEqualTo(28);
        assertThat(outcome.counts().refused()).isEqualTo(2);
        assertThat(bytesOnDisk() - before).isLessThan(8 << 20);
        assertThat(reasons()).anyMatch(reason -> reason.contains(Limit.SET_SPEC.exceeded()))
                .anyMatch(reason -> reason.contains(Limit.SETS_OF_RECORD.exceeded()));
    }

    @Test
    void tokenOfFiveMegabytes_isRefused_andTheLedgerStaysSmall() throws IOException {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(30));
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.text(text -> text.replaceFirst(
                "(<resumptionToken[^>]*>)[^<]*", "$1" + "t".repeat(5 << 20))));
        long before = bytesOnDisk();
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.counts().created()).as("the records come by other ways").isEqualTo(30);
        assertThat(events).anyMatch(event -> event instanceof HarvestEvent.RequestFailed failed
                && failed.reason().contains(Limit.TOKEN.exceeded()));
        assertThat(bytesOnDisk() - before).isLessThan(12 << 20);
    }

    @Test
    void twentyThousandFormats_areNotHarvestedAll() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(3));
        provider.when(ReceivedRequest.of(Verb.LIST_METADATA_FORMATS),
                Behaviour.text(text -> text.replace("</ListMetadataFormats>",
                        many(20_000, i -> "<metadataFormat><metadataPrefix>f" + i + "</metadataPrefix><schema>urn:s</schema>"
                                + "<metadataNamespace>urn:n</metadataNamespace></metadataFormat>") + "</ListMetadataFormats>")));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains(Limit.FORMATS.exceeded());
        assertThat(outcome.counts().created()).isEqualTo(3);
        assertThat(provider.requests().size()).isLessThan(1_000);
    }

    @Test
    void recordWithManyAttributesOrNames_goesToQuarantine_andTheOthersAreKept() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(40));
        provider.when(ReceivedRequest.page(1), Behaviour.text(text -> text
                .replaceFirst("<dc:title", "<dc:title" + many(40_000, i -> " a" + i + "='1'"))
                .replaceFirst("(?s)(.*)<dc:title", "$1" + many(6_000, i -> "<dc:n" + i + "/>") + "<dc:title")));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.COMPLETE_WITH_QUARANTINE);
        assertThat(outcome.counts().created()).isEqualTo(38);
        assertThat(reasons()).anyMatch(reason -> reason.contains(Limit.ATTRIBUTES.exceeded()))
                .anyMatch(reason -> reason.contains(Limit.NAMES.exceeded()));
    }

    @Test
    void sourceThatReachesItsQuota_isPaused_untilItIsRaised() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(200));
        store().monitoring().put(ID, new SourceCare(false, null, null, false, true, 20_000L));
        HarvestOutcome outcome = harvest(true);
        assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(outcome.reason()).contains("its quota is 19 KB").contains("sheaf source set a --option quota=");
        assertThat(status().state()).isEqualTo(State.PAUSED);
        assertThat(outcome.counts().created()).isBetween(10L, 190L);

        store().control().resume(ID);
        provider.clearLog();
        HarvestOutcome still = harvest(false);
        assertThat(still.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(still.reason()).contains("its quota is 19 KB");
        assertThat(provider.requests()).isEmpty();

        store().monitoring().put(ID, new SourceCare(false, null, null, false, true, 1L << 30));
        assertThat(harvest(false).isComplete()).isTrue();
        assertThat(status().records()).isEqualTo(200);
    }

    @Test
    void sourceWithoutAQuota_isPausedAtATenthOfTheDisk() {
        repository("persistent", SampleRecords.many(200));
        Quota quota = new Quota(store(), ID, clock, 1_000_000);
        List<String> told = new ArrayList<>();
        store().begin(ID, clock.instant());
        for (int i = 0; i < 400 && told.isEmpty(); i++) {
            Batch batch = page(i);
            store().save(batch);
            quota.saved(batch).ifPresent(told::add);
        }
        assertThat(told).singleElement().asString().contains("its quota is 97 KB by default",
                "sheaf source set a --option quota=");
        assertThat(status().state()).isEqualTo(State.PAUSED);
        assertThat(store().statistics().bytes(ID)).as("bytes of its records").isBetween(100_000L, 120_000L);
        assertThat(store().statistics().diskBytes()).as("the disk").isGreaterThan(1L << 20);
    }

    private static Batch page(int number) {
        List<OaiRecord> records = IntStream.range(number * 50, number * 50 + 50).mapToObj(SampleRecords::live).toList();
        return new Batch(ID, 1, List.of(new Batch.Part(MetadataFormat.OAI_DC, records, false)), List.of(), null, null);
    }

    @Test
    void quota_isKeptAndReadAgain() {
        repository("persistent", List.of());
        store().monitoring().put(ID, new SourceCare(false, null, null, false, true, SourceInput.bytes("5GB")));
        assertThat(store().monitoring().of(ID).quota()).isEqualTo(5L << 30);
    }

    @Test
    void ordinaryFormats_areAllHarvested() {
        ScriptedProvider provider = repository("persistent", SampleRecords.many(3));
        IntStream.range(0, 20).forEach(i -> provider.format(new MetadataFormat(new MetadataPrefix("f" + i), "urn:s", "urn:n")));
        assertThat(harvest(true).reason()).doesNotContain("metadata formats");
    }
}
