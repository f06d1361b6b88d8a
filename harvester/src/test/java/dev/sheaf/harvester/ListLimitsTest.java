package dev.sheaf.harvester;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Limits that keep a harvest finite, and its increments wide enough. */
class ListLimitsTest extends HarvesterSetup {

    private static final int PAGES = 100;
    /** More than any harvest of a hundred pages needs; then the repository is gone, so that a failing test ends. */
    private static final int MOST_REQUESTS = 1_500;

    @Test
    void circleOfAHundredPages_isNoticed() {
        provider.put(SampleRecords.many(PAGES)).pageSize(1);
        harvest();
        String second = Objects.requireNonNull(lists().get(1).argument("resumptionToken"));
        provider.clearLog();
        sink.checkpoints.clear();
        provider.when(request -> provider.requests().size() > MOST_REQUESTS, Behaviour.status(404));
        provider.when(ReceivedRequest.page(PAGES),
                Behaviour.text(page -> page
                        .replaceFirst("(?s)<resumptionToken[^>]*/>|<resumptionToken[^>]*></resumptionToken>", "")
                        .replace("</ListRecords>", "<resumptionToken>" + escaped(second) + "</resumptionToken></ListRecords>")));
        harvest(HarvestOptions.DEFAULT.withFull(true));
        assertThat(provider.requests(request -> second.equals(request.argument("resumptionToken"))).size())
                .as("the circle is walked again, but not without end").isBetween(1, 4);
        assertThat(sink.identifiers()).hasSize(PAGES);
    }

    private static String escaped(String token) {
        return token.replace("&", "&amp;").replace("<", "&lt;");
    }

    @Test
    void recordsOfAListRequestedByDates_arePassedOnOnce() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            records.add(SampleRecords.live(i, "T" + i, Datestamp.parse("2024-01-%02dT00:00:00Z".formatted(1 + i % 28))));
        }
        provider.put(records);
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS).and(ReceivedRequest.page(3)),
                Behaviour.errors(new OaiError(OaiError.Code.BAD_RESUMPTION_TOKEN, "expired")));
        harvest();
        assertThat(events).as("in pieces").contains(new HarvestEvent.StrategyUsed(OAI_DC, ListStrategy.DATES));
        Map<String, Long> times = sink.batches.stream().flatMap(batch -> batch.parts().stream())
                .filter(part -> part.format().prefix().equals(MetadataPrefix.OAI_DC)).flatMap(part -> part.records().stream())
                .collect(Collectors.groupingBy(OaiRecord::identifier, Collectors.counting()));
        assertThat(times).hasSize(60);
        assertThat(times.values()).as("once before the list was begun again, and once by date").allMatch(count -> count <= 2);
    }

    @Test
    void overlapOfAPunctualSource_shrinksToAQuarterOfAnHour() {
        provider.put(SampleRecords.many(3));
        harvest();
        for (int run = 0; run < 80; run++) {
            providerClock.advance(Duration.ofHours(1));
            provider.put(
                    List.of(SampleRecords.live(100 + run, "T", Datestamp.ofSecond(providerClock.instant().minusSeconds(1)))));
            assertThat(harvest()).hasToString("complete");
        }
        assertThat(sink.profile.duration(ServerTrait.OVERLAP)).contains(Duration.ofMinutes(15));
        provider.clearLog();
        Datestamp since = Objects.requireNonNull(checkpoint().completeSince());
        harvest();
        assertThat(Datestamp.parse(Objects.requireNonNull(lists().getFirst().argument("from"))).instant().orElseThrow())
                .isEqualTo(since.instant().orElseThrow().minus(Duration.ofMinutes(15)));
    }

    @Test
    void overlapOfAVeryLateSource_growsToAWeek() {
        provider.put(SampleRecords.many(3));
        sink.profile = sink.profile.with(ServerTrait.OVERLAP, "P6D");
        harvest();
        providerClock.advance(Duration.ofDays(30));
        Datestamp since = Objects.requireNonNull(checkpoint().completeSince());
        provider.put(List
                .of(SampleRecords.live(7, "Late", Datestamp.ofSecond(since.instant().orElseThrow().minus(Duration.ofDays(5))))));
        harvest();
        assertThat(sink.profile.duration(ServerTrait.OVERLAP)).contains(Duration.ofDays(7));
    }
}
