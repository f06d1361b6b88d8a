package dev.sheaf.harvester;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * Executor of requests on another thread. One page can be fetched while the one before is saved, and a run can be cancelled while it waits
 * for a slow server.
 */
final class Ahead {

    private static final long LOOK_UP_MILLIS = 250;

    /** Work that makes a request. */
    @FunctionalInterface
    interface Request<T> {
        T make() throws HarvestException;
    }

    private final ExecutorService executor;
    private final BooleanSupplier cancelled;
    private final EventQueue events;

    /** @param events reported while a request is under way */
    Ahead(ExecutorService executor, BooleanSupplier cancelled, EventQueue events) {
        this.executor = executor;
        this.cancelled = cancelled;
        this.events = events;
    }

    ExecutorService executor() {
        return executor;
    }

    /** Returns an executor of requests of the same run that uses other threads. */
    Ahead on(ExecutorService other) {
        return new Ahead(other, cancelled, events);
    }

    <T> Future<T> start(Request<T> request) {
        return executor.submit(request::make);
    }

    /** Makes a request and waits for its result. */
    <T> T get(Request<T> request) throws HarvestException {
        checkCancelled();
        return await(start(request));
    }

    /**
     * Waits for the result of an earlier request.
     *
     * @throws HarvestException of kind {@link Kind#CANCELLED} if the run is cancelled meanwhile; the request is then abandoned
     */
    <T> T await(Future<T> request) throws HarvestException {
        try {
            while (true) {
                checkCancelled();
                events.report();
                try {
                    return request.get(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    // The wait ends now and then, to check for cancellation and to report events.
                }
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new HarvestException(Kind.CANCELLED, "interrupted", interruption);
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case HarvestException harvestFailure -> throw harvestFailure;
                case RuntimeException unexpected -> throw unexpected;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failure);
            }
        } finally {
            request.cancel(true);
        }
    }

    void checkCancelled() throws HarvestException {
        if (cancelled.getAsBoolean()) {
            throw new HarvestException(Kind.CANCELLED, "cancelled; the next run continues where this one ended");
        }
    }
}
