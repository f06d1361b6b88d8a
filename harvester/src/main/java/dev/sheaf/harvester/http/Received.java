package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.tls.TlsDetails;

/**
 * An arriving response: its head, and its body as a stream with every byte that arrived before a failure. The JDK's own stream discards
 * unread bytes if the connection breaks, so a complete page with a too large Content-Length would be lost, depending on the speed of the
 * reader. This class also limits the time, because the {@code timeout} of the JDK's client ends with the headers. The client delivers, one
 * thread reads, and any thread may close it.
 */
final class Received extends InputStream implements HttpResponse.BodySubscriber<Received> {

    /** Largest number of portions that wait for the reader: one arrives while another is read. */
    private static final int PORTIONS = 2;

    private final URI uri;
    private final int status;
    private final HttpHeaders headers;
    private final boolean isPlainWanted;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<List<ByteBuffer>> portions = new ArrayDeque<>();
    private Flow.@Nullable Subscription subscription;
    private boolean ended;
    private @Nullable Throwable failure;
    private boolean closed;
    private long began = System.nanoTime();
    private long idle = Long.MAX_VALUE;
    private long total = Long.MAX_VALUE;
    private volatile @Nullable Duration exceeded;
    private @Nullable TlsDetails tls;
    private final ArrayDeque<ByteBuffer> reading = new ArrayDeque<>();

    /** @param isPlainWanted true if the request asked for a body without content coding */
    Received(URI uri, int status, HttpHeaders headers, boolean isPlainWanted) {
        this.uri = uri;
        this.status = status;
        this.headers = headers;
        this.isPlainWanted = isPlainWanted;
    }

    /** Returns the address that answers. */
    URI uri() {
        return uri;
    }

    int status() {
        return status;
    }

    HttpHeaders headers() {
        return headers;
    }

    /** Returns true if the request asked for a body without content coding. */
    boolean isPlainWanted() {
        return isPlainWanted;
    }

    /** Notes the encryption of the connection. The thread that reads calls it. */
    void noteEncryption(TlsDetails details) {
        tls = details;
    }

    /** Returns the encryption of the connection; null if there was none, or if the connection broke. */
    @Nullable
    TlsDetails tls() {
        return tls;
    }

    @Override
    public CompletionStage<Received> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        lock.lock();
        try {
            subscription = given;
            if (closed) {
                given.cancel();
                return;
            }
        } finally {
            lock.unlock();
        }
        given.request(PORTIONS);
    }

    @Override
    public void onNext(List<ByteBuffer> portion) {
        lock.lock();
        try {
            if (!closed) {
                portions.add(portion);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onError(Throwable reason) {
        end(reason);
    }

    @Override
    public void onComplete() {
        end(null);
    }

    private void end(@Nullable Throwable reason) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                failure = reason;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes reads fail from now on if nothing arrives for {@code longestIdle}, or if the whole body takes longer than {@code longest}. */
    void bound(Duration longestIdle, Duration longest) {
        began = System.nanoTime();
        idle = longestIdle.toNanos();
        total = longest.toNanos();
    }

    /** Returns the time limit that was exceeded; null if none was. */
    @Nullable
    Duration exceeded() {
        return exceeded;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        if (length == 0) {
            return 0;
        }
        while (true) {
            ByteBuffer first = reading.peek();
            if (first == null) {
                if (!isNextPortionTaken()) {
                    return -1;
                }
            } else if (first.hasRemaining()) {
                int count = Math.min(length, first.remaining());
                first.get(buffer, offset, count);
                return count;
            } else {
                reading.remove();
            }
        }
    }

    /** Waits for a portion; false at the end. */
    private boolean isNextPortionTaken() throws IOException {
        Flow.Subscription source;
        lock.lock();
        try {
            long waitingSince = System.nanoTime();
            checkTotal(waitingSince);
            while (portions.isEmpty() && !ended && !closed) {
                long now = System.nanoTime();
                checkTotal(now);
                long left = idle - (now - waitingSince);
                if (left <= 0) {
                    throw tooSlow(idle);
                }
                changed.awaitNanos(Math.min(left, total - (now - began)));
            }
            if (closed) {
                throw new IOException("the stream was closed");
            }
            List<ByteBuffer> next = portions.poll();
            if (next == null) {
                if (failure == null) {
                    return false;
                }
                throw new IOException(
                        failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage(), failure);
            }
            reading.addAll(next);
            source = Objects.requireNonNull(subscription);
        } catch (InterruptedException interruption) {
            close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interruption);
        } finally {
            lock.unlock();
        }
        source.request(1);
        return true;
    }

    private void checkTotal(long now) throws IOException {
        if (now - began >= total) {
            throw tooSlow(total);
        }
    }

    private IOException tooSlow(long bound) {
        Duration limit = Duration.ofNanos(bound);
        exceeded = limit;
        close();
        return new HttpTimeoutException("nothing more within " + limit);
    }

    @Override
    public int available() throws IOException {
        ByteBuffer first = reading.peek();
        return first == null ? 0 : first.remaining();
    }

    /** Ends the exchange and wakes a thread that waits in a read. */
    @Override
    public void close() {
        Flow.Subscription given;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            given = ended ? null : subscription;
            portions.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (given != null) {
            given.cancel();
        }
    }
}
