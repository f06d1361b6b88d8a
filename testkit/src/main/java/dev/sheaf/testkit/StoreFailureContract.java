package dev.sheaf.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of every {@link RecordStore} for failed writes, and for several writers of the same data. */
@Timeout(60)
public abstract class StoreFailureContract extends StoreContract {

    private static final String BASE_URL = "https://hub.example.org/oai";

    @Test
    void failureOfAnyWrite_leavesBothRecordsAndCheckpointOrNeither() {
        register("a", "b");
        store().save(page("a", 1, List.of(live(1, "A", "s"), live(2, "B"))));
        save("b", dated(3, "of b", "2024-01-01"));
        List<String> before = listed(repository("a"), null);
        Batch batch = page("a", 2,
                List.of(live(1, "changed", "t"), deleted(2), dated(3, "collides", "2024-02-02"), live(4, "new", "u:v")));
        int failures = 0;
        while (true) {
            clock.advance(Duration.ofSeconds(10));
            AtomicInteger left = new AtomicInteger(failures);
            try (RecordStore failing = open(dataDir, clock, () -> {
                if (left.getAndDecrement() == 0) {
                    throw new IllegalStateException("write refused by the test");
                }
            })) {
                failing.save(batch);
                break;
            } catch (StoreException e) {
                failures++;
                assertThat(listed(repository("a"), null)).isEqualTo(before);
                assertThat(listed(repository("a"), "s")).containsExactly("1 A [s]");
                assertThat(listed(aggregate(), "b")).containsExactly("3 of b [b]");
                assertThat(store().checkpoint("a", everything())).contains(checkpoint(1));
                assertThat(store().status("a").orElseThrow().records()).isEqualTo(2);
                clock.advance(Duration.ofSeconds(2));
                assertThat(repository("a").settled()).as("nothing holds it back").isEqualTo(clock.instant());
            }
        }
        assertThat(failures).isGreaterThan(3);
        assertThat(listed(repository("a"), null)).containsExactlyInAnyOrder("1 changed [t]", "2 deleted []", "3 collides []",
                "4 new [u:v]");
        assertThat(listed(aggregate(), "b")).containsExactly("3 deleted [b]");
        assertThat(store().checkpoint("a", everything())).contains(checkpoint(2));
    }

    @Test
    void interruptedRemoval_isFinishedBeforeTheIdIsUsedAgain() {
        int failures = 0;
        int begun = 0;
        boolean interrupted = true;
        while (interrupted) {
            register("a");
            save("a", live(1, "A", "s"), live(2, "B"));
            AtomicInteger left = new AtomicInteger(failures);
            try (RecordStore failing = open(dataDir, clock, () -> {
                if (left.getAndDecrement() == 0) {
                    throw new IllegalStateException("write refused by the test");
                }
            })) {
                failing.remove("a", false);
                interrupted = false;
            } catch (StoreException e) {
                failures++;
            }
            if (store().source("a").isEmpty()) {
                begun++;
                register("a");
                assertThat(listed(aggregate(), null)).containsExactly("1 deleted [a:s]", "2 deleted [a]");
            } else {
                assertThat(listed(aggregate(), null)).containsExactly("1 A [a:s]", "2 B [a]");
            }
        }
        assertThat(begun).as("interrupted while records were being withdrawn").isGreaterThan(2);
        assertThat(failures).isGreaterThan(begun);
    }

    @Test
    void store_worksAfterAFailedWrite() {
        AtomicInteger writes = new AtomicInteger(Integer.MIN_VALUE);
        try (RecordStore failing = open(dataDir, clock, () -> {
            if (writes.getAndIncrement() == 0) {
                throw new IllegalStateException("write refused by the test");
            }
        })) {
            register("a");
            for (int write = 0; write < 8; write++) {
                int number = write;
                writes.set(-write);
                Batch batch = page("a", write, List.of(live(number, "A", "s" + number), live(100, "T" + number, "s")));
                try {
                    failing.save(batch);
                } catch (StoreException _) {
                    writes.set(Integer.MIN_VALUE);
                    assertThat(failing.save(batch).received()).isEqualTo(2);
                }
                writes.set(Integer.MIN_VALUE);
                Repository repository = failing.repository("a", BASE_URL).orElseThrow();
                assertThat(listed(repository, "s" + number)).containsExactly(number + " A [s" + number + "]");
                assertThat(list(repository, DC, null)).hasSize(number + 2);
            }
        }
    }

    @Test
    void settledTime_doesNotAdvanceDuringAnOpenTransaction() {
        register("a");
        clock.advance(Duration.ofSeconds(5));
        AtomicReference<Instant> seen = new AtomicReference<>(Instant.MIN);
        List<List<String>> lists = new ArrayList<>();
        Repository outside = repository("a");
        try (RecordStore watched = open(dataDir, clock, () -> {
            // This moment is within the transaction, some seconds after its beginning.
            clock.advance(Duration.ofSeconds(1));
            Instant settled = outside.settled();
            seen.accumulateAndGet(settled, (one, other) -> one.isAfter(other) ? one : other);
            lists.add(listed(outside, null));
        })) {
            watched.save(new Batch("a", 1, DC, SampleRecords.many(20)));
        }
        OaiRecord first = list(outside, DC, null).getFirst();
        Instant stamp = first.header().datestamp().instant().orElseThrow();
        assertThat(seen.get()).isBeforeOrEqualTo(stamp);
        assertThat(stamp).isBefore(clock.instant());
        assertThat(lists).isNotEmpty().allMatch(List::isEmpty);
        assertThat(outside.settled()).isEqualTo(clock.instant());
    }

    @Test
    void reader_missesNothingWrittenLater_evenWhenTheClockIsSetBack() {
        register("a");
        AtomicReference<Instant> given = new AtomicReference<>(Instant.MIN);
        Repository outside = repository("a");
        try (RecordStore watched = open(dataDir, clock, () -> {
            clock.advance(Duration.ofSeconds(100));
            given.accumulateAndGet(outside.settled(), (one, other) -> one.isAfter(other) ? one : other);
            clock.advance(Duration.ofSeconds(-150));
        })) {
            for (int number = 0; number < 10; number++) {
                Instant before = given.accumulateAndGet(outside.settled(), (one, other) -> one.isAfter(other) ? one : other);
                watched.save(new Batch("a", 1, DC, List.of(live(number, "A"))));
                assertThat(list(outside, DC, null).getLast().header().datestamp().instant().orElseThrow())
                        .isAfterOrEqualTo(before);
            }
        }
    }

    @Test
    void incrementalHarvester_missesNothingOfTwoConcurrentWriters() throws Exception {
        register("a", "b");
        CountDownLatch started = new CountDownLatch(2);
        try (RecordStore other = open(dataDir, clock, () -> {}); ExecutorService threads = Executors.newFixedThreadPool(2)) {
            AggregateContract.Follower all = new AggregateContract.Follower(aggregate(), DC, null);
            AggregateContract.Follower set = new AggregateContract.Follower(other.aggregate(BASE_URL), DC, "a:s");
            List<Future<?>> writers = List.of(threads.submit(() -> fill(store(), "a", started)),
                    threads.submit(() -> fill(other, "b", started)));
            while (!writers.stream().allMatch(Future::isDone)) {
                clock.advance(Duration.ofMillis(700));
                all.harvest(50);
                set.harvest(30);
            }
            for (Future<?> writer : writers) {
                writer.get(1, TimeUnit.SECONDS);
            }
            all.harvest(50);
            set.harvest(30);
            assertThat(all.holdings()).isEqualTo(all.shown()).hasSizeGreaterThan(100);
            assertThat(set.holdings()).isEqualTo(set.shown());
            assertThat(list(aggregate(), DC, null)).extracting(OaiRecord::identifier).doesNotHaveDuplicates();
        }
    }

    /** Lets a writer fill items. Both writers fill the same ones, so that the shown copies change all the time. */
    private static void fill(RecordStore store, String source, CountDownLatch started) {
        started.countDown();
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        for (int round = 0; round < 60; round++) {
            List<OaiRecord> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int number = (round * 7 + i * 13) % 200;
                int year = 2000 + (round * 31 + i + source.charAt(0)) % 24;
                records.add(i % 9 == 0
                        ? deleted(number, "s")
                        : dated(number, source + round, year + "-01-01", i % 2 == 0 ? "s" : "t"));
            }
            store.save(new Batch(source, 1, DC, records).with(checkpoint(round)));
        }
    }

    @Test
    void closedStore_refusesCallsWithThisReason() {
        RecordStore closed = open(dataDir, clock, () -> {});
        closed.close();
        assertThatThrownBy(closed::sources).isInstanceOf(StoreException.class).hasMessageContaining("closed");
        assertThatThrownBy(() -> closed.save(new Batch("a", 1, DC, List.of()))).isInstanceOf(StoreException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void storesOpenedAtTheSameTime_shareTheData() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Path fresh = dataDir.resolve("fresh");
            List<Future<Long>> opened = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int number = i;
                opened.add(threads.submit(() -> {
                    try (RecordStore one = open(fresh, clock, () -> {})) {
                        one.put(Source.harvested("s" + number, "https://example.org/oai"));
                        return one.save(new Batch("s" + number, 1, DC, SampleRecords.many(10))).created();
                    }
                }));
            }
            for (Future<Long> one : opened) {
                assertThat(one.get()).isEqualTo(10);
            }
            try (RecordStore one = open(fresh, clock, () -> {})) {
                assertThat(one.sources()).hasSize(4);
                assertThat(list(one.aggregate(BASE_URL), DC, null)).hasSize(10);
            }
        }
    }
}
