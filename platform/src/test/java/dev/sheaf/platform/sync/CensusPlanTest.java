package dev.sheaf.platform.sync;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Every source has its headers compared from time to time, and says when a set has ceased to exist. */
class CensusPlanTest extends JobsSetup {

    private long lists(ScriptedProvider provider) {
        return provider.requests().stream().filter(request -> "ListIdentifiers".equals(request.verb())).count();
    }

    @Test
    void repositoryThatReportsDeletions_isComparedAfterAMonth_soThatAForgottenRecordIsFound() {
        repository("persistent", SampleRecords.many(20));
        assertThat(harvest(false).isComplete()).isTrue();
        ScriptedProvider forgetful = repository("persistent", allBut(20, 7));
        clock.advance(Duration.ofDays(29));
        harvest(false);
        assertThat(lists(forgetful)).as("before the census is due").isZero();
        clock.advance(Duration.ofDays(2));
        harvest(false);
        assertThat(lists(forgetful)).as("the census").isPositive();
        assertThat(store().heldDeletions().censuses(ID)).singleElement()
                .satisfies(report -> assertThat(report.at()).isEqualTo(clock.instant()));
        assertThat(servedDeleted()).containsExactly(SampleRecords.identifier(7));
        assertThat(CensusPlan.of(store(), ID).every()).as("it cannot be trusted").isEqualTo(Duration.ofDays(7));
    }

    @Test
    void interval_followsTheStatementTheSizeAndTheOperator() {
        repository("persistent", SampleRecords.many(20));
        harvest(false);
        assertThat(CensusPlan.of(store(), ID).every()).isEqualTo(Duration.ofDays(30));
        store().keepProfile(ID, ServerProfile.UNKNOWN.with(ServerTrait.PAGE_SIZE, "1"));
        assertThat(CensusPlan.of(store(), ID).every()).as("20 requests").isEqualTo(Duration.ofDays(30));
        store().monitoring().put(ID, new SourceCare(false, Duration.ZERO, null));
        assertThat(CensusPlan.of(store(), ID).isNever()).isTrue();
        store().monitoring().put(ID, new SourceCare(false, Duration.ofDays(200), null));
        assertThat(CensusPlan.of(store(), ID).every()).isEqualTo(Duration.ofDays(200));
    }

    @Test
    void largeSource_isComparedRarely_butAtLeastEveryNinetyDays() {
        repository("no", SampleRecords.many(2_000));
        harvest(false);
        store().keepProfile(ID, ServerProfile.UNKNOWN.with(ServerTrait.PAGE_SIZE, "10"));
        assertThat(CensusPlan.of(store(), ID).every()).as("200 requests").isEqualTo(Duration.ofDays(10));
        store().keepProfile(ID, ServerProfile.UNKNOWN.with(ServerTrait.PAGE_SIZE, "1"));
        assertThat(CensusPlan.of(store(), ID).every()).as("2,000 requests").isEqualTo(CensusPlan.LONGEST);
    }

    /** A repository of which the set {@code maps} is harvested. */
    private ScriptedProvider maps(List<OaiRecord> records, String... sets) {
        ScriptedProvider provider = repository("persistent", records);
        for (String set : sets) {
            provider.set(new OaiSet(new SetSpec(set), set));
        }
        store().put(new Source(ID, Source.Kind.HARVESTED, provider.baseUrl(), null, List.of(MetadataPrefix.OAI_DC),
                List.of(new SetSpec("maps")), store().source(ID).orElseThrow().settings()));
        return provider;
    }

    private static List<OaiRecord> inMaps() {
        return IntStream.range(0, 5).mapToObj(i -> SampleRecords.live(i, "maps")).toList();
    }

    @Test
    void setThatIsNoLongerOffered_isSaid() {
        maps(inMaps(), "maps", "books");
        assertThat(harvest(false)).hasToString("complete");
        maps(SampleRecords.many(5), "books");
        for (int run = 0; run < 2; run++) {
            HarvestOutcome outcome = harvest(false);
            assertThat(outcome.isComplete()).isFalse();
            assertThat(outcome.reason()).contains("the set maps is no longer offered");
        }
        assertThat(servedDeleted()).isEmpty();
        maps(inMaps(), "maps");
        assertThat(harvest(false).isComplete()).isTrue();
    }

    @Test
    void setThatListSetsDoesNotName_butThatHasRecords_isNotSaidToBeGone() {
        maps(inMaps(), "books");
        assertThat(harvest(false)).hasToString("complete");
        assertThat(harvest(false)).hasToString("complete");
    }
}
