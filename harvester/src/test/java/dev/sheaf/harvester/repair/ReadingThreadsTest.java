package dev.sheaf.harvester.repair;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.xml.OaiFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadingThreadsTest {

    private final CountDownLatch released = new CountDownLatch(1);

    private Reading endless() throws InterruptedException {
        released.await();
        throw new IllegalStateException("nobody waits for it");
    }

    @Test
    void readingThatTakesTooLong_isRefused() {
        ReadingThreads threads = new ReadingThreads(1, 1);
        assertThatThrownBy(() -> threads.read(this::endless)).isInstanceOf(OaiFormatException.class)
                .hasMessageContaining("reading the response took longer than");
        released.countDown();
    }

    @Test
    void interruption_endsTheWait_whileTheReadingGoesOn() throws Exception {
        ReadingThreads threads = new ReadingThreads(1, 60_000);
        CountDownLatch reading = new CountDownLatch(1);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread first = Thread.ofVirtual().start(() -> {
            try {
                threads.read(() -> {
                    reading.countDown();
                    return endless();
                });
            } catch (OaiFormatException | RuntimeException failure) {
                ended.complete(failure);
            }
        });
        reading.await();
        first.interrupt();
        assertThat(ended.get(2, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        // The next reading waits for its turn, and can be interrupted too.
        CompletableFuture<Throwable> second = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                threads.read(this::endless);
            } catch (OaiFormatException | RuntimeException failure) {
                second.complete(failure);
            }
        });
        waiting.interrupt();
        assertThat(second.get(2, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        released.countDown();
    }

    @Test
    void virtualThreads_haveResponsesReadOnPlatformThreads() throws Exception {
        AtomicReference<Boolean> isVirtual = new AtomicReference<>();
        Thread.ofVirtual().start(() -> {
            try {
                ReadingThreads.SHARED.read(() -> {
                    isVirtual.set(Thread.currentThread().isVirtual());
                    throw new OaiFormatException("enough", 0);
                });
            } catch (OaiFormatException _) {
                // Expected.
            }
        }).join();
        assertThat(isVirtual.get()).isFalse();
    }
}
