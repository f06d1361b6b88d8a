package dev.sheaf.platform.sync;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.HostPace;

/**
 * Works on many sources at the same time: several hosts side by side, the sources of one host one behind the other, since a host is asked
 * one thing at a time anyway and the first may learn that the host is paused.
 */
public final class HostsInParallel {

    private HostsInParallel() {}

    /**
     * Does something for each source and returns when that is done for all.
     *
     * @param hosts that are worked on at the same time, at least 1
     * @param work called on a thread of its own for each host; what it throws ends the work of its host, and is thrown here when the other
     *     hosts are done
     * @throws InterruptedException when the thread is interrupted meanwhile; work under way is interrupted too
     */
    public static void forEach(Collection<Source> sources, int hosts, Consumer<Source> work) throws InterruptedException {
        Map<String, List<Source>> byHost = new LinkedHashMap<>();
        for (Source source : sources) {
            byHost.computeIfAbsent(host(source), _ -> new ArrayList<>()).add(source);
        }
        Semaphore places = new Semaphore(hosts, true);
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (List<Source> ofOneHost : byHost.values()) {
                    places.acquire();
                    running.add(threads.submit(() -> {
                        try {
                            ofOneHost.forEach(work);
                        } finally {
                            places.release();
                        }
                    }));
                }
                await(running);
            } catch (InterruptedException interruption) {
                threads.shutdownNow();
                throw interruption;
            }
        }
    }

    private static String host(Source source) {
        String baseUrl = source.baseUrl();
        return baseUrl == null ? source.id() : HostPace.host(URI.create(baseUrl));
    }

    /** The first failure is thrown when all have ended. */
    private static void await(List<Future<?>> running) throws InterruptedException {
        RuntimeException first = null;
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException failure) {
                RuntimeException cause = failure.getCause() instanceof RuntimeException known
                        ? known
                        : new IllegalStateException(failure.getCause());
                if (first == null) {
                    first = cause;
                } else {
                    first.addSuppressed(cause);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
