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
 * Makes requests on another thread: so one page can be fetched while the one before is saved, and a run can be cancelled while it waits
 * for a slow server.
 */
final class Ahead {

    private static final long LOOK_UP_MILLIS = 250;

    /** Something that takes a request. */
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

    <T> Future<T> start(Request<T> request) {
        return executor.submit(request::make);
    }

    /** Makes a request now. */
    <T> T get(Request<T> request) throws HarvestException {
        checkCancelled();
        return await(start(request));
    }

    /**
     * Waits for a request made before.
     *
     * @throws HarvestException of kind {@link Kind#CANCELLED} when the run is cancelled meanwhile; the request is then given up
     */
    <T> T await(Future<T> request) throws HarvestException {
        try {
            while (true) {
                checkCancelled();
                events.report();
                try {
                    return request.get(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    // Time to look whether anybody still wants it, and to report how it is doing.
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
            throw new HarvestException(Kind.CANCELLED, "cancelled; the next run goes on where this one ended");
        }
    }
}
