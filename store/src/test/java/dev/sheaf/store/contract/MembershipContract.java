package dev.sheaf.store.contract;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.aggregates.AggregateMembership;
import dev.sheaf.store.aggregates.QueryMatches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link AggregateMembership} and {@link QueryMatches}. */
public abstract class MembershipContract extends FacetContract {

    private static final AccessList CAMPUS = new AccessList(List.of(AddressBlock.parse("192.0.2.0/24")), AddressBlock.ALL);

    private AggregateMembership membership() {
        return store().membership();
    }

    private Repository repository(String aggregate) {
        return aggregate.equals(Aggregate.EVERYTHING)
                ? store().aggregate("https://hub.example.org/oai")
                : store().repository(aggregate, "https://hub.example.org/oai/" + aggregate).orElseThrow();
    }

    private boolean isIn(String aggregate, String identifier) {
        return store().shown(aggregate, identifier, MetadataPrefix.OAI_DC).isPresent()
                && repository(aggregate).record(identifier, MetadataPrefix.OAI_DC).filter(record -> !record.deleted())
                        .isPresent();
    }

    /** The identifier is one that aggregates show unchanged. */
    private static String known(String source, int number) {
        return "oai:" + source + ".example.org:" + number;
    }

    private void saveOf(String source, int... numbers) {
        List<OaiRecord> records = Arrays.stream(numbers).mapToObj(number -> new OaiRecord(
                new Header(known(source, number), Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\"/>"))).toList();
        store().save(new Batch(source, 1, MetadataFormat.OAI_DC, records));
    }

    private void saveOfB() {
        store().put(Source.harvested("b", "https://b.example.org/oai"));
        saveOf("b", 1);
    }

    private static Aggregate query(String id, String query) {
        return new Aggregate(id, null, List.of(), List.of(), List.of(), query, Collisions.MOST_RECENT, List.of());
    }

    private QueryMatches.Asked asked(String id) {
        return store().queryMatches().asked().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void recordsEnterAnAggregate_whenTheWorkIsFinished() {
        saveOf("a", 1, 2);
        saveOfB();
        membership().putLater(Aggregate.of("both").withSources("a"));
        membership().finish();
        assertThat(isIn("both", known("a", 1))).isTrue();
        assertThat(isIn("both", known("b", 1))).isFalse();
    }

    @Test
    void unfinishedWork_isFinishedAfterTheStoreIsReopened() {
        saveOf("a", 1);
        membership().putLater(Aggregate.of("later").withSources("a"));
        reopen();
        membership().finish();
        assertThat(isIn("later", known("a", 1))).isTrue();
    }

    @Test
    void aggregateWithTheIdOfASource_isRefused() {
        assertThatThrownBy(() -> membership().putLater(Aggregate.of("a"))).isInstanceOf(StoreException.class)
                .hasMessageContaining("'a'");
    }

    @Test
    void removedAggregate_isGone_andRemovalOfUnknownOnesOrOfEverythingIsRefused() {
        membership().putLater(Aggregate.of("gone"));
        membership().removeLater("gone");
        membership().finish();
        assertThat(store().aggregates()).extracting(Aggregate::id).doesNotContain("gone");
        assertThatThrownBy(() -> membership().removeLater("gone")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> membership().removeLater(Aggregate.EVERYTHING)).isInstanceOf(StoreException.class);
    }

    @Test
    void sourceWithStricterAccessThanItsAggregate_leavesIt_andReturnsWhenAccessIsEqual() {
        saveOf("a", 1);
        saveOfB();
        membership().keepAccessLists(Map.of("a", CAMPUS), AccessList.OPEN);
        assertThat(isIn(Aggregate.EVERYTHING, known("a", 1))).isFalse();
        assertThat(isIn(Aggregate.EVERYTHING, known("b", 1))).isTrue();
        assertThat(membership().leftOutOfEverything()).containsExactly("a");
        assertThat(membership().leftOut("another")).containsExactly("a");

        membership().keepAccessLists(Map.of("a", CAMPUS, Aggregate.EVERYTHING, CAMPUS), AccessList.OPEN);
        assertThat(isIn(Aggregate.EVERYTHING, known("a", 1))).as("readers of the aggregate may read the source").isTrue();

        membership().keepAccessLists(Map.of(), AccessList.OPEN);
        assertThat(isIn(Aggregate.EVERYTHING, known("a", 1))).isTrue();
        assertThat(membership().leftOutOfEverything()).isEmpty();
    }

    private List<String> identifiers(String aggregate) {
        return repository(aggregate)
                .records(new RecordQuery(MetadataPrefix.OAI_DC, null, Instant.parse("9999-12-31T23:59:59Z"), null, null,
                        100, true))
                .read().stream().map(record -> record.identifier() + (record.deleted() ? " deleted" : "")).toList();
    }

    private void close(String... sources) {
        membership().keepAccessLists(Arrays.stream(sources).collect(Collectors.toMap(id -> id, _ -> CAMPUS)), AccessList.OPEN);
    }

    @Test
    void closedSourceThatNoAnswerShowed_leavesNoTrace() {
        store().put(Aggregate.of("all"));
        saveOf("a", 1, 2);
        saveOfB();
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(known("a", 2), Datestamp.parse("2024-02-01T00:00:00Z"), List.of(), true), null))));
        assertThat(identifiers(Aggregate.EVERYTHING)).contains(known("a", 1), known("a", 2) + " deleted");
        close("a");
        for (String aggregate : List.of(Aggregate.EVERYTHING, "all")) {
            assertThat(identifiers(aggregate)).containsExactly(known("b", 1));
            assertThat(repository(aggregate).record(known("a", 1), MetadataPrefix.OAI_DC)).isEmpty();
            assertThat(repository(aggregate).sets(null, 9).sets()).extracting(set -> set.spec().value()).containsExactly("b");
        }
    }

    @Test
    void recordsThatAnAnswerShowed_areDeletedInThatAggregate_andLaterOnesLeaveNoTrace() {
        store().put(Aggregate.of("all"));
        saveOf("a", 1);
        saveOfB();
        membership().noteServed("all");
        // A new version of a record that was shown, and a record that was not.
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(known("a", 1), Datestamp.parse("2024-02-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<u xmlns=\"urn:t\"/>")))));
        saveOf("a", 2);
        close("a");
        assertThat(identifiers("all")).containsExactlyInAnyOrder(known("b", 1), known("a", 1) + " deleted");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactly(known("b", 1));
    }

    /** The readings themselves say how far an answer may have shown records. */
    @Test
    void recordsThatARepositoryHasRead_areDeletedInThatAggregate_andLaterOnesLeaveNoTrace() {
        store().put(Aggregate.of("all"));
        saveOf("a", 1);
        saveOfB();
        membership().noteReadAndServed("all");
        saveOf("a", 2);
        assertThat(repository("all").record(known("a", 2), MetadataPrefix.OAI_DC)).isPresent();
        membership().noteReadAndServed("all");
        saveOf("a", 3);
        close("a");
        assertThat(identifiers("all")).containsExactlyInAnyOrder(known("b", 1), known("a", 1) + " deleted",
                known("a", 2) + " deleted");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactly(known("b", 1));
    }

    @Test
    void sourceThatWasOpenBetweenTwoAnswersOnly_leavesNoTrace() {
        close("a");
        saveOf("a", 1, 2);
        saveOfB();
        membership().noteServed(Aggregate.EVERYTHING);
        close();
        assertThat(identifiers(Aggregate.EVERYTHING)).contains(known("a", 1), known("a", 2));
        // A change while it is open does not make it known either.
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(known("a", 1), Datestamp.parse("2024-02-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<u xmlns=\"urn:t\"/>")))));
        close("a");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactly(known("b", 1));
        close();
        membership().noteServed(Aggregate.EVERYTHING);
        close("a");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactlyInAnyOrder(known("b", 1), known("a", 1) + " deleted",
                known("a", 2) + " deleted");
    }

    /** New readers of an aggregate have harvested nothing from it. */
    @Test
    void aggregateThatIsOpenedToMoreReaders_showsThemNoTraceOfClosedSources() {
        saveOf("a", 1);
        saveOfB();
        membership().keepAccessLists(Map.of("a", CAMPUS, Aggregate.EVERYTHING, CAMPUS), AccessList.OPEN);
        membership().noteServed(Aggregate.EVERYTHING);
        assertThat(identifiers(Aggregate.EVERYTHING)).contains(known("a", 1));
        close("a");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactly(known("b", 1));
    }

    /** A hub notes answers ahead of the changes, and takes that back when it ends. */
    @Test
    void recordsSavedAfterTheHubEnded_wereNotShown() {
        store().servesAt("https://hub.example.org/oai");
        saveOf("a", 1);
        membership().noteServed(Aggregate.EVERYTHING);
        saveOf("a", 2);
        reopen();
        saveOf("a", 3);
        saveOfB();
        close("a");
        assertThat(identifiers(Aggregate.EVERYTHING)).containsExactlyInAnyOrder(known("b", 1), known("a", 1) + " deleted",
                known("a", 2) + " deleted");
    }

    @Test
    void sourceWhoseRecordsTheHubMakes_isInNoAggregate() {
        store().put(Aggregate.of("all"));
        store().put(Aggregate.of("named").withSources("made"));
        store().put(Source.generated("made", "Made by the hub"));
        saveOf("made", 1);
        saveOf("a", 1);
        for (String aggregate : List.of("all", "named", Aggregate.EVERYTHING)) {
            assertThat(isIn(aggregate, known("made", 1))).as(aggregate).isFalse();
        }
        assertThat(isIn("all", known("a", 1))).isTrue();
        assertThat(membership().leftOutOfEverything()).containsExactly("made");
        assertThat(store().repository("made", "http://localhost/oai/made").orElseThrow()
                .record(known("made", 1), MetadataFormat.OAI_DC.prefix())).isPresent();
    }

    @Test
    void recordsThatMatchAQuery_areInItsAggregate() {
        saveOf("a", 1, 2);
        store().put(query("found", "heron"));
        QueryMatches.Asked asked = asked("found");
        assertThat(asked).isEqualTo(new QueryMatches.Asked("found", "heron", 0));
        assertThat(isIn("found", known("a", 1))).isFalse();

        long seq = store().lastSeq();
        store().queryMatches().note(asked, List.of(new QueryMatches.Match("a", known("a", 1), true),
                new QueryMatches.Match("a", known("a", 2), false)), seq);
        assertThat(isIn("found", known("a", 1))).isTrue();
        assertThat(isIn("found", known("a", 2))).isFalse();
        assertThat(asked("found").seq()).isEqualTo(seq);

        store().queryMatches().note(asked("found"), List.of(new QueryMatches.Match("a", known("a", 1), false)), seq + 1);
        assertThat(isIn("found", known("a", 1))).isFalse();
    }

    @Test
    void resultOfAFormerQuery_orOfAPositionAlreadyCovered_changesNothing() {
        saveOf("a", 1);
        store().put(query("found", "heron"));
        QueryMatches.Asked former = asked("found");
        store().put(query("found", "egret"));
        List<QueryMatches.Match> match = List.of(new QueryMatches.Match("a", known("a", 1), true));
        store().queryMatches().note(former, match, 9);
        assertThat(isIn("found", known("a", 1))).isFalse();
        assertThat(asked("found")).isEqualTo(new QueryMatches.Asked("found", "egret", 0));

        QueryMatches.Asked before = asked("found");
        store().queryMatches().note(before, List.of(), 5);
        store().queryMatches().note(before, match, 7);
        assertThat(asked("found").seq()).isEqualTo(5);
        assertThat(isIn("found", known("a", 1))).isFalse();
    }

    @Test
    void aggregatesWithoutAQuery_areNotEvaluated() {
        store().put(Aggregate.of("plain"));
        assertThat(store().queryMatches().asked()).isEmpty();
        store().put(query("found", "heron"));
        store().removeAggregate("found");
        assertThat(store().queryMatches().asked()).isEmpty();
    }
}
