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
 * Work on many sources at the same time: several hosts in parallel, the sources of one host one after another. A host receives one request
 * at a time anyway, and the first source may show that the host is in back-off.
 */
public final class HostsInParallel {

    private HostsInParallel() {}

    /**
     * Does the work for each source, and returns after the last.
     *
     * @param hosts number of hosts at the same time, at least 1
     * @param work called on a thread of its own for each host. An exception ends the work of its host, and is thrown here when the other
     *     hosts have ended
     * @throws InterruptedException if the thread is interrupted meanwhile; work under way is interrupted too
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

    /** Waits until all have ended, then throws the first failure. */
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
