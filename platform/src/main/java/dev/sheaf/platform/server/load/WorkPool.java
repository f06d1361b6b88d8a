package dev.sheaf.platform.server.load;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Pool of a few platform threads for work that keeps a processor busy: rendering a page, searching, compressing. Virtual threads share one
 * carrier thread per processor and release it only when they wait, so a hundred pages being rendered on virtual threads would block all
 * other requests. The operating system shares processors between platform threads and carriers.
 *
 * <p>Clients take turns: each turn goes to the client that has waited longest for one, and takes its oldest work. Thread-safe.
 */
public final class WorkPool implements AutoCloseable {

    private static final int IDLE_SECONDS = 30;

    private final WorkLimits limits;
    private final ThreadPoolExecutor threads;
    /** Waiting work by client; the client with the next turn is first. */
    private final Map<String, ArrayDeque<Job<?>>> waiting = new LinkedHashMap<>();
    private int waitingInAll;

    /** Creates a pool; its threads start when they are needed. */
    public WorkPool(WorkLimits limits) {
        this.limits = limits;
        this.threads = new ThreadPoolExecutor(limits.threads(), limits.threads(), IDLE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), Thread.ofPlatform().name("work-", 0).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** One piece of work. */
    private static final class Job<T> {

        private final Callable<T> work;
        private final WorkDeadline deadline;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable T result;
        private volatile @Nullable Throwable failure;

        private Job(Callable<T> work, WorkDeadline deadline) {
            this.work = work;
            this.deadline = deadline;
        }

        private void run() {
            try {
                result = deadline.during(work);
            } catch (Throwable thrown) {
                // The waiting thread throws it.
                failure = thrown;
            } finally {
                ended.countDown();
            }
        }
    }

    /**
     * Runs work on a thread of the pool while the calling thread waits. Work that has begun is never abandoned; it ends itself at
     * {@link WorkDeadline#check}.
     *
     * @param client client that requested the work
     * @param work must not wait for the network
     * @return result of the work
     * @throws OverloadedException if too much work waits already, if its turn does not come in time, or if it takes too long
     * @throws Exception exception of the work
     */
    public <T> T run(String client, Callable<T> work) throws Exception {
        Job<T> job = new Job<>(work, new WorkDeadline(System.nanoTime() + limits.longest().toNanos()));
        enqueue(client, job);
        threads.execute(this::runNext);
        await(client, job);
        Throwable failure = job.failure;
        if (failure != null) {
            throw asException(failure);
        }
        return Objects.requireNonNull(job.result);
    }

    private static Exception asException(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }

    private synchronized void enqueue(String client, Job<?> job) {
        ArrayDeque<Job<?>> ofClient = waiting.get(client);
        if (waitingInAll >= limits.waiting() || ofClient != null && ofClient.size() >= limits.waitingOfClient()) {
            throw new OverloadedException("too much work waits");
        }
        waiting.computeIfAbsent(client, _ -> new ArrayDeque<>()).add(job);
        waitingInAll++;
    }

    /** Runs the next work, unless it was withdrawn in the meantime. */
    private void runNext() {
        Job<?> next = take();
        if (next != null) {
            next.run();
        }
    }

    private synchronized @Nullable Job<?> take() {
        Iterator<Map.Entry<String, ArrayDeque<Job<?>>>> clients = waiting.entrySet().iterator();
        if (!clients.hasNext()) {
            return null;
        }
        Map.Entry<String, ArrayDeque<Job<?>>> first = clients.next();
        String client = first.getKey();
        ArrayDeque<Job<?>> ofClient = first.getValue();
        clients.remove();
        Job<?> job = ofClient.remove();
        waitingInAll--;
        if (!ofClient.isEmpty()) {
            // The client goes to the end of the queue.
            waiting.put(client, ofClient);
        }
        return job;
    }

    private synchronized boolean withdraw(String client, Job<?> job) {
        ArrayDeque<Job<?>> ofClient = waiting.get(client);
        if (ofClient == null || !ofClient.remove(job)) {
            return false;
        }
        waitingInAll--;
        if (ofClient.isEmpty()) {
            waiting.remove(client);
        }
        return true;
    }

    private void await(String client, Job<?> job) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    long left = job.deadline.at() - System.nanoTime();
                    if (!job.ended.await(Math.max(0, left), TimeUnit.NANOSECONDS)) {
                        if (withdraw(client, job)) {
                            throw new OverloadedException("no thread was free in time");
                        }
                        // The work has begun. It uses the request, so nobody else may use the request until its end.
                        job.ended.await();
                    }
                    return;
                } catch (InterruptedException _) {
                    interrupted = true;
                    if (withdraw(client, job)) {
                        throw new OverloadedException("the server stops");
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the work that has begun; later work is refused. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
