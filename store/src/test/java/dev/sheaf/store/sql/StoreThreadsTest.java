package dev.sheaf.store.sql;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.sheaf.core.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class StoreThreadsTest {

    @Test
    void readOnAPlatformThread_needsNoOtherThread() {
        try (StoreThreads threads = new StoreThreads("reader-", 1)) {
            assertThat(threads.callNear(Thread::currentThread)).isSameAs(Thread.currentThread());
        }
    }

    @Test
    void readOnAVirtualThread_leavesItsCarrierFree() throws Exception {
        try (StoreThreads threads = new StoreThreads("reader-", 1);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            Thread used = virtual.submit(() -> threads.callNear(Thread::currentThread)).get();
            assertThat(used.isVirtual()).isFalse();
            assertThat(used.getName()).startsWith("reader-");
        }
    }

    @Test
    void nestedRead_doesNotBlock() {
        try (StoreThreads threads = new StoreThreads("reader-", 1)) {
            assertThat(threads.<String>call(() -> threads.callNear(() -> "read"))).isEqualTo("read");
            assertThat(threads.<String>callNear(() -> threads.callNear(() -> "read"))).isEqualTo("read");
        }
    }

    @Test
    void closing_waitsForReadsOfOtherThreads_andRefusesLaterOnes() throws Exception {
        StoreThreads threads = new StoreThreads("reader-", 1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<String> reading = other.submit(() -> threads.callNear(() -> {
                begun.countDown();
                go.await();
                return "read";
            }));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            Thread closing = Thread.ofPlatform().start(threads::close);
            while (closing.getState() != Thread.State.WAITING && closing.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
            assertThat(closing.isAlive()).as("the read is still under way").isTrue();
            go.countDown();
            closing.join();
            assertThat(reading.get()).isEqualTo("read");
        }
        assertThatThrownBy(() -> threads.callNear(() -> "late")).isInstanceOf(StoreException.class)
                .hasMessage("The store has been closed");
        assertThatThrownBy(() -> threads.call(() -> "late")).isInstanceOf(StoreException.class)
                .hasMessage("The store has been closed");
    }

    @Test
    void runtimeException_isPassedOn_andOthersBecomeStoreExceptions() {
        try (StoreThreads threads = new StoreThreads("reader-", 1)) {
            assertThatThrownBy(() -> threads.callNear(() -> {
                throw new IllegalStateException("wrong");
            })).isInstanceOf(IllegalStateException.class).hasMessage("wrong");
            assertThatThrownBy(() -> threads.callNear(() -> {
                throw new IOException("disk");
            })).isInstanceOf(StoreException.class).hasMessage("The store failed: disk");
        }
    }
}
