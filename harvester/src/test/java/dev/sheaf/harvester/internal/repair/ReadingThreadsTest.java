package dev.sheaf.harvester.internal.repair;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.repair.Reading;

import static org.assertj.core.api.Assertions.assertThat;

class ReadingThreadsTest {

    private final CountDownLatch released = new CountDownLatch(1);

    private Reading endless() {
        try {
            released.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("nobody waits for it");
    }

    /** How a reading for a virtual thread fails. */
    private static CompletableFuture<Throwable> failure(ReadingThreads.Step<?> reading) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> fail(failure, reading));
        return failure;
    }

    private static void fail(CompletableFuture<Throwable> failure, ReadingThreads.Step<?> reading) {
        try {
            reading.read();
            failure.complete(new AssertionError("it was read"));
        } catch (OaiFormatException | RuntimeException expected) {
            failure.complete(expected);
        }
    }

    @Test
    void readingThatTakesTooLong_isRefused() throws Exception {
        ReadingThreads threads = new ReadingThreads(1, 1);
        assertThat(failure(() -> threads.read(this::endless)).get(10, TimeUnit.SECONDS)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("reading the response took longer than");
        released.countDown();
    }

    @Test
    void repairOfAnotherLargeResponse_waits_whileOthersAreRead() throws Exception {
        ReadingThreads threads = new ReadingThreads(4, 60_000);
        CountDownLatch repairing = new CountDownLatch(1);
        CompletableFuture<Throwable> first = failure(() -> threads.repair(Integer.MAX_VALUE, () -> {
            repairing.countDown();
            return endless();
        }));
        repairing.await();
        CompletableFuture<Throwable> second = failure(() -> threads.repair(Integer.MAX_VALUE, () -> {
            throw new IllegalStateException("released: " + released.getCount());
        }));
        assertThat(failure(() -> threads.read(() -> {
            throw new OaiFormatException("enough", 0);
        })).get(10, TimeUnit.SECONDS)).hasMessage("enough");
        assertThat(second).isNotDone();
        released.countDown();
        assertThat(second.get(10, TimeUnit.SECONDS)).hasMessage("released: 0");
        assertThat(first.get(10, TimeUnit.SECONDS)).hasMessage("nobody waits for it");
    }

    @Test
    void repairThatTimesOut_blocksItsSlotUntilItEnds() throws Exception {
        ReadingThreads threads = new ReadingThreads(4, 500);
        assertThat(failure(() -> threads.repair(Integer.MAX_VALUE, this::endless)).get(10, TimeUnit.SECONDS))
                .isInstanceOf(ReadingThreads.TooSlowException.class);
        CompletableFuture<Throwable> next = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> fail(next, () -> threads.repair(Integer.MAX_VALUE, this::endless)));
        waiting.interrupt();
        assertThat(next.get(10, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        released.countDown();
        assertThat(failure(() -> threads.repair(Integer.MAX_VALUE, () -> {
            throw new OaiFormatException("enough", 0);
        })).get(10, TimeUnit.SECONDS)).hasMessage("enough");
    }

    @Test
    void interruption_endsTheWait_whileTheReadingGoesOn() throws Exception {
        ReadingThreads threads = new ReadingThreads(1, 60_000);
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread first = Thread.ofVirtual().start(() -> fail(ended, () -> threads.read(() -> {
            reading.countDown();
            return endless();
        })));
        reading.await();
        first.interrupt();
        assertThat(ended.get(2, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        // The next reading waits for its turn, and can be interrupted too.
        CompletableFuture<Throwable> second = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> fail(second, () -> threads.read(this::endless)));
        waiting.interrupt();
        assertThat(second.get(2, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        released.countDown();
    }

    @Test
    void virtualThreads_haveResponsesReadOnPlatformThreads() throws Exception {
        AtomicReference<Boolean> isVirtual = new AtomicReference<>();
        failure(() -> ReadingThreads.SHARED.read(() -> {
            isVirtual.set(Thread.currentThread().isVirtual());
            throw new OaiFormatException("enough", 0);
        })).get(10, TimeUnit.SECONDS);
        assertThat(isVirtual.get()).isFalse();
    }
}
