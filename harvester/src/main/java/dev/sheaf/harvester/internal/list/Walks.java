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
 * Walks the pieces of a list: one at a time when it is asked to, or some pieces side by side. At most one page of each piece under way is
 * held. Belongs to one thread at a time.
 */
public final class Walks implements AutoCloseable {

    /**
     * The piece whose turn it is.
     *
     * @param taken the step that it has taken on another thread; null when it is to be taken now
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

    /** One at a time, when asked. */
    public static Walks inTurn() {
        return new Walks(null, 1);
    }

    /** So many side by side. */
    public static Walks sideBySide(ExecutorService executor, int parallel) {
        return new Walks(parallel > 1 ? executor : null, parallel);
    }

    int parallel() {
        return parallel;
    }

    /**
     * The piece to go on with: the first one, or with several requests at the same time the first that has taken a step.
     *
     * @param left by number, in the order wanted; at least one
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

    /** A piece is not walked on. */
    void forget(int number) {
        PieceWalk walk = walks.remove(number);
        if (walk != null) {
            walk.close();
        }
    }

    /** Gives up what is under way. */
    @Override
    public void close() {
        List.copyOf(underWay.values()).forEach(future -> future.cancel(true));
        underWay.clear();
    }
}
