package dev.sheaf.harvester.internal.list;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.internal.list.PieceWalk.Step;

/**
 * The walks through the ranges of a list: one at a time, or some in parallel. It holds at most one page of each range. Belongs to one
 * thread at a time.
 */
public final class Walks implements AutoCloseable {

    /**
     * The range whose turn it is.
     *
     * @param taken the step that was taken on another thread; null if it is to be taken now
     */
    record Turn(int number, PieceWalk walk, @Nullable Step taken) {}

    private record Outcome(int number, @Nullable Step step, @Nullable Throwable failure) {}

    private final @Nullable ExecutorService executor;
    private final int parallel;
    private final Map<Integer, PieceWalk> walks = new HashMap<>();
    private final Map<Integer, Future<?>> underWay = new HashMap<>();
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();

    private Walks(@Nullable ExecutorService executor, int parallel) {
        this.executor = executor;
        this.parallel = parallel;
    }

    /** Creates walks one at a time. */
    public static Walks inTurn() {
        return new Walks(null, 1);
    }

    /** Creates this number of parallel walks. */
    public static Walks sideBySide(ExecutorService executor, int parallel) {
        return new Walks(parallel > 1 ? executor : null, parallel);
    }

    int parallel() {
        return parallel;
    }

    /**
     * Returns the range to continue with: the first one, or with parallel walks the first that has taken a step.
     *
     * @param left ranges by number, in the wanted order; at least one
     */
    Turn next(Map<Integer, Piece> left, Function<Piece, PieceWalk> open) throws HarvestException {
        if (executor == null) {
            Map.Entry<Integer, Piece> first = left.entrySet().iterator().next();
            return new Turn(first.getKey(), walks.computeIfAbsent(first.getKey(), _ -> open.apply(first.getValue())), null);
        }
        for (Map.Entry<Integer, Piece> piece : left.entrySet()) {
            if (underWay.size() < parallel && !underWay.containsKey(piece.getKey())) {
                start(executor, piece.getKey(), walks.computeIfAbsent(piece.getKey(), _ -> open.apply(piece.getValue())));
            }
        }
        Outcome outcome = take();
        underWay.remove(outcome.number());
        Step step = outcome.step();
        PieceWalk walk = walks.get(outcome.number());
        if (step == null || walk == null) {
            throw unwrapped(outcome.failure());
        }
        return new Turn(outcome.number(), walk, step);
    }

    private void start(ExecutorService threads, int number, PieceWalk walk) {
        underWay.put(number, threads.submit(() -> {
            try {
                outcomes.add(new Outcome(number, walk.next(), null));
            } catch (HarvestException | RuntimeException | Error failure) {
                outcomes.add(new Outcome(number, null, failure));
            }
        }));
    }

    private Outcome take() throws HarvestException {
        try {
            return outcomes.take();
        } catch (InterruptedException interruption) {
            close();
            Thread.currentThread().interrupt();
            throw new HarvestException(Kind.CANCELLED, "interrupted", interruption);
        }
    }

    private static HarvestException unwrapped(@Nullable Throwable failure) {
        return switch (failure) {
            case HarvestException harvestFailure -> harvestFailure;
            case RuntimeException unexpected -> throw unexpected;
            case Error error -> throw error;
            case null, default -> throw new IllegalStateException(failure);
        };
    }

    /** Stops the walk through a range. */
    void forget(int number) {
        PieceWalk walk = walks.remove(number);
        if (walk != null) {
            walk.close();
        }
    }

    /** Abandons the walks under way. */
    @Override
    public void close() {
        List.copyOf(underWay.values()).forEach(future -> future.cancel(true));
        underWay.clear();
    }
}
