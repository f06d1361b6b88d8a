package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.runs.RunUpdate.BrokenRule;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sql.runs.RunTable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link Runs}. */
public abstract class RunsContract extends FacetContract {

    private static final Instant LATER = START.plusMillis(60_250);

    private static RunProgress progress(Instant told, long received) {
        return new RunProgress(told, "listing", "https://a.example.org/oai?verb=ListRecords", null, 1, 2, 3, received, 700L, 12,
                new Counts(1, 2, 3, 4, 5), 6, 7, 800, 900, new RunProgress.Checks(6, 1, 500, 2, 3, 4));
    }

    private static RunUpdate update(long received) {
        return RunUpdate.of(progress(LATER, received));
    }

    @Test
    void runUnderWay_hasNoOutcome() {
        long run = store().begin("a", START);
        store().runs().tell(run, update(10));
        reopen();

        RunReport report = store().runs().run("a", run).orElseThrow();
        assertThat(report.kind()).isEqualTo(RunReport.Kind.FILL);
        assertThat(report.started()).isEqualTo(START);
        assertThat(report.ended()).isNull();
        assertThat(report.outcome()).isNull();
        assertThat(report.progress()).isEqualTo(progress(LATER, 10));
    }

    @Test
    void endedRun_keepsItsOutcome() {
        HarvestOutcome outcome = new HarvestOutcome(Verdict.PARTIAL, "a page was damaged", new Counts(1, 2, 3, 4, 5), 6);
        long run = store().begin("a", START);
        store().runs().tell(run, update(10));
        store().end(run, outcome, START.plusSeconds(90));

        RunReport report = store().runs().run("a", run).orElseThrow();
        assertThat(report.outcome()).isEqualTo(outcome);
        assertThat(report.ended()).isEqualTo(START.plusSeconds(90));
        assertThat(report.progress()).isNotNull().extracting(RunProgress::doing).isNull();
    }

    @Test
    void runs_areListedLatestFirst() {
        long first = completeRun(START);
        long second = store().runs().begin("a", RunReport.Kind.ROLLBACK, START.plusSeconds(3_600));

        assertThat(second).isGreaterThan(first);
        assertThat(store().runs().last("a", 10)).extracting(RunReport::number).containsExactly(second, first);
        assertThat(store().runs().last("a", 10)).extracting(RunReport::kind).containsExactly(RunReport.Kind.ROLLBACK,
                RunReport.Kind.FILL);
        assertThat(store().runs().last("a", 1)).extracting(RunReport::number).containsExactly(second);
    }

    @Test
    void unfinishedRun_isMarkedCrashedWhenTheNextBegins() {
        long dead = store().begin("a", START);
        store().runs().tell(dead, update(10));
        store().begin("a", START.plusSeconds(3_600));

        RunReport report = store().runs().run("a", dead).orElseThrow();
        assertThat(report.crashed()).isTrue();
        assertThat(report.outcome()).isNotNull().satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.PARTIAL);
            assertThat(outcome.counts()).isEqualTo(new Counts(1, 2, 3, 4, 5));
            assertThat(outcome.pages()).isEqualTo(6);
        });
    }

    @Test
    void outcomeWithTheTextOfACrash_isNoCrash() {
        long run = store().begin("a", START);
        store().end(run, new HarvestOutcome(Verdict.PARTIAL, RunTable.DIED, Counts.ZERO, 1), START.plusSeconds(60));

        assertThat(store().runs().run("a", run).orElseThrow().crashed()).isFalse();
    }

    @Test
    void unfinishedApproval_isContinuedUnderItsNumber() {
        long approval = store().runs().begin("a", RunReport.Kind.APPROVAL, START);
        assertThat(store().runs().begin("a", RunReport.Kind.APPROVAL, START.plusSeconds(60))).isEqualTo(approval);
        assertThat(store().runs().begin("a", RunReport.Kind.REPLAY, START.plusSeconds(120))).isNotEqualTo(approval);
    }

    @Test
    void updates_addDetailsToARun() {
        long run = store().begin("a", START);
        Selection sent = new Selection(MetadataPrefix.OAI_DC, null, null, new SetSpec("x:y"));
        ListReport list = new ListReport(1, sent, true, 5, 10L, null, EnumSet.noneOf(ListStrategy.class));
        ListReport ended = list.received(9, 10L).ended("a record is missing").withStrategy(ListStrategy.WHOLE);
        Note first = new Note(LATER, "the server is slow");
        Note second = new Note(LATER.plusMillis(1), "the server is slow");
        Failure failure = new Failure(LATER, "https://a.example.org/oai", "HTTP 503", 503, "Retry-After: 1", new byte[]{1, 0, 2},
                4_711);
        Failure silent = new Failure(LATER.plusMillis(5), "https://a.example.org/oai", "no answer", null, "", new byte[0], 0);
        Invalid invalid = new Invalid("oai:a:1", "https://a.example.org/oai", 12, "no title");
        Invalid page = new Invalid(null, "https://a.example.org/oai", 1, "no date");
        RunProgress progress = progress(LATER, 10);

        store().runs().tell(run, new RunUpdate(progress, List.of(list), List.of(first), List.of(failure), List.of(invalid),
                Map.of("rule one", 1L)));
        store().runs().tell(run, new RunUpdate(progress, List.of(ended), List.of(second), List.of(silent), List.of(page),
                Map.of("rule one", 3L, "rule two", 7L)));
        reopen();

        assertThat(store().runs().lists(run)).containsExactly(ended);
        assertThat(store().runs().notes(run)).containsExactly(first, second);
        assertThat(store().runs().invalid(run)).containsExactly(invalid, page);
        assertThat(store().runs().rules(run)).containsExactly(new BrokenRule("rule two", 7), new BrokenRule("rule one", 3));
        assertThat(store().runs().failures(run)).usingRecursiveFieldByFieldElementComparator().containsExactly(failure, silent);
    }

    @Test
    void firstAndLastFailedRequestsOfARun_areStored() {
        long run = store().begin("a", START);
        List<Failure> many = IntStream.range(0, Runs.FAILURES + 5).mapToObj(i -> new Failure(LATER.plusSeconds(i),
                "https://a.example.org/oai", "failure " + i, 500, "", new byte[0], 0)).toList();
        store().runs().tell(run, new RunUpdate(progress(LATER, 0), List.of(), List.of(), many, List.of(), Map.of()));

        assertThat(store().runs().failures(run)).extracting(Failure::reason)
                .startsWith("failure 0", "failure 1", "failure 2", "failure 5").endsWith("failure " + (Runs.FAILURES + 4))
                .hasSize(3 + Runs.FAILURES);
    }

    @Test
    void runsThatFillASource_areCountedInATimeRange() {
        completeRun(START);
        completeRun(START.plus(Duration.ofHours(1)));
        store().runs().begin("a", RunReport.Kind.ROLLBACK, START.plus(Duration.ofHours(2)));

        assertThat(store().runs().begun("a", START, START.plus(Duration.ofHours(3)))).isEqualTo(2);
        assertThat(store().runs().begun("a", START, START.plus(Duration.ofHours(1)))).as("the end is not included").isEqualTo(1);
        assertThat(store().runs().begun("a", START.plus(Duration.ofDays(2)), START.plus(Duration.ofDays(3)))).isZero();
    }

    @Test
    void completeRunOfAPart_doesNotChangeTheAgeOfTheCopy() {
        long part = store().begin("a", START);
        store().runs().part(part);
        store().end(part, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), START.plusSeconds(60));
        assertThat(store().status("a").orElseThrow().asOf()).isNull();

        completeRun(START.plusSeconds(120));
        assertThat(store().status("a").orElseThrow().asOf()).isEqualTo(START.plusSeconds(120));
    }

    @Test
    void removedSource_losesItsRuns() {
        long run = store().begin("a", START);
        store().runs().tell(run,
                new RunUpdate(progress(LATER, 1), List.of(), List.of(new Note(LATER, "note")), List.of(), List.of(),
                        Map.of()));
        store().remove("a", false);
        store().runs().tell(run, update(10));

        assertThat(store().runs().last("a", 10)).isEmpty();
        assertThat(store().runs().notes(run)).isEmpty();
        assertThat(store().runs().begun("a", Instant.EPOCH, LATER.plusSeconds(1))).isZero();
    }

    @Test
    void unknownSource_hasNoRuns_andCannotBeginOne() {
        assertThat(store().runs().last(UNKNOWN, 10)).isEmpty();
        assertThat(store().runs().run(UNKNOWN, 1)).isEmpty();
        assertThat(store().runs().lists(4_711)).isEmpty();
        assertThatThrownBy(() -> store().runs().begin(UNKNOWN, RunReport.Kind.REPLAY, START)).isInstanceOf(StoreException.class)
                .hasMessageContaining(UNKNOWN);
    }
}
