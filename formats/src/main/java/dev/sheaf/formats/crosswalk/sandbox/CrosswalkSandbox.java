package dev.sheaf.formats.crosswalk.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.formats.crosswalk.CrosswalkException;

/**
 * Sandbox for stylesheets of operators: they run in a separate process within {@link SandboxLimits}. The process starts with the first
 * record, converts one record at a time, and ends after some time without a record. Thread-safe.
 *
 * <p>A stylesheet that had to be stopped several times in a row is not run for some minutes. Otherwise each record of a long harvest would
 * take the maximum time.
 */
public final class CrosswalkSandbox implements AutoCloseable {

    /** Number of consecutive stops after which a stylesheet is paused. */
    static final int STRIKES = 3;
    /** Duration of the pause. */
    static final Duration REST = Duration.ofMinutes(10);
    /** Time without a record after which the process ends. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final SandboxLimits limits;
    private final InstantSource clock;
    private final Duration idle;
    private final ReentrantLock lock = new ReentrantLock();
    /** Signalled when the process has ended, or has been replaced. */
    private final Condition ended = lock.newCondition();
    private final Map<String, Strikes> strikes = new HashMap<>();
    private @Nullable SandboxConnection connection;
    private long lastUse;

    private record Strikes(int count, Instant last) {}

    /** Creates a sandbox with limits and a clock for its pauses. */
    public CrosswalkSandbox(SandboxLimits limits, InstantSource clock) {
        this(limits, clock, IDLE);
    }

    /** @param idle time without a record after which the process ends */
    CrosswalkSandbox(SandboxLimits limits, InstantSource clock, Duration idle) {
        this.limits = limits;
        this.clock = clock;
        this.idle = idle;
    }

    /**
     * Compiles a stylesheet.
     *
     * @throws CrosswalkException when it is refused; the message names lines
     */
    public void check(Stylesheet stylesheet) throws CrosswalkException {
        lock.lock();
        try {
            connected(stylesheet);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a record.
     *
     * @param identifier identifier of the item, for the parameter {@code identifier} of the stylesheet
     * @return an element in the stylesheet's namespace
     * @throws CrosswalkException if the stylesheet fails, exceeds its limits, or makes something else
     */
    public XmlFragment apply(Stylesheet stylesheet, String identifier, XmlFragment metadata) throws CrosswalkException {
        lock.lock();
        try {
            refuseResting(stylesheet);
            byte[] made = connected(stylesheet).transform(stylesheet, identifier, metadata.utf8());
            strikes.remove(stylesheet.digest());
            return inNamespace(stylesheet, made);
        } catch (StoppedException stopped) {
            strikes.merge(stylesheet.digest(), new Strikes(1, clock.instant()),
                    (before, now) -> new Strikes(before.count() + 1, now.last()));
            throw new CrosswalkException(String.valueOf(stopped.getMessage()), stopped);
        } finally {
            lastUse = System.nanoTime();
            lock.unlock();
        }
    }

    private void refuseResting(Stylesheet stylesheet) throws CrosswalkException {
        Strikes known = strikes.get(stylesheet.digest());
        if (known != null && known.count() >= STRIKES) {
            Instant until = known.last().plus(REST);
            if (clock.instant().isBefore(until)) {
                throw new CrosswalkException("crosswalk " + stylesheet.name() + " was stopped " + STRIKES
                        + " times in a row; it is not run again before " + until);
            }
            strikes.remove(stylesheet.digest());
        }
    }

    private static XmlFragment inNamespace(Stylesheet stylesheet, byte[] made) throws CrosswalkException {
        XmlFragment fragment;
        try {
            fragment = XmlFragments.parse(made);
        } catch (OaiFormatException failure) {
            throw new CrosswalkException("crosswalk " + stylesheet.name() + " does not make one XML element: "
                    + failure.getMessage(), failure);
        }
        String namespace = XmlFragments.rootNamespace(fragment);
        if (!namespace.equals(stylesheet.namespace())) {
            throw new CrosswalkException("crosswalk " + stylesheet.name() + " makes <" + XmlFragments.rootName(fragment) + "> in "
                    + (namespace.isEmpty() ? "no namespace" : "the namespace " + namespace) + "; its format has the namespace "
                    + stylesheet.namespace());
        }
        return fragment;
    }

    /** Returns a running process that has compiled the stylesheet. The caller holds the lock. */
    private SandboxConnection connected(Stylesheet stylesheet) throws CrosswalkException {
        SandboxConnection known = connection;
        if (known == null || !known.isAlive()) {
            SandboxConnection started = SandboxConnection.start(limits);
            known = started;
            connection = started;
            ended.signalAll();
            Thread.ofVirtual().name("sheaf-crosswalk-idle").start(() -> closeWhenIdle(started));
        }
        lastUse = System.nanoTime();
        known.compile(stylesheet);
        return known;
    }

    /** Ends a process after some time without a record. This thread ends with the process. */
    private void closeWhenIdle(SandboxConnection process) {
        lock.lock();
        try {
            while (connection == process) {
                long left = lastUse + idle.toNanos() - System.nanoTime();
                if (left <= 0) {
                    close();
                } else {
                    ended.awaitNanos(left);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Returns a future that completes when the current process has ended; it is complete if none runs. */
    CompletableFuture<?> processEnd() {
        lock.lock();
        try {
            SandboxConnection known = connection;
            return known == null ? CompletableFuture.completedFuture(null) : known.end();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the process. The next record would start another. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (connection != null) {
                connection.close();
                connection = null;
                ended.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
