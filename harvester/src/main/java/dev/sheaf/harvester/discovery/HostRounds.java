package dev.sheaf.harvester.discovery;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/** Requests to many hosts at the same time, with one request at a time to each. */
final class HostRounds {

    private final Semaphore hosts;
    private final ReentrantLock telling = new ReentrantLock();

    HostRounds(int atOnce) {
        this.hosts = new Semaphore(atOnce);
    }

    /**
     * Sends all requests.
     *
     * @param byHost indexes of addresses by host
     * @param check requests the address of an index
     * @param answers receives the answers one after another
     * @throws HarvestException of kind CANCELLED if interrupted
     */
    void run(Map<String, List<Integer>> byHost, IntFunction<RepositoryCheck.Answer> check,
            BiConsumer<Integer, RepositoryCheck.Answer> answers) throws HarvestException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> rounds = byHost.values().stream()
                    .<Future<?>>map(indexes -> threads.submit(() -> {
                        host(indexes, check, answers);
                        return null;
                    })).toList();
            try {
                for (Future<?> round : rounds) {
                    round.get();
                }
            } catch (InterruptedException interruption) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new HarvestException(Kind.CANCELLED, "interrupted", interruption);
            } catch (ExecutionException failure) {
                threads.shutdownNow();
                throw failure(failure);
            }
        }
    }

    private static HarvestException failure(ExecutionException failure) {
        return switch (failure.getCause()) {
            case RuntimeException unexpected -> throw unexpected;
            case Error error -> throw error;
            case null, default -> new HarvestException(Kind.CANCELLED, "interrupted", failure);
        };
    }

    private void host(List<Integer> indexes, IntFunction<RepositoryCheck.Answer> check,
            BiConsumer<Integer, RepositoryCheck.Answer> answers)
            throws InterruptedException {
        hosts.acquire();
        try {
            for (int index : indexes) {
                RepositoryCheck.Answer answer = check.apply(index);
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedException();
                }
                telling.lock();
                try {
                    answers.accept(index, answer);
                } finally {
                    telling.unlock();
                }
            }
        } finally {
            hosts.release();
        }
    }
}
