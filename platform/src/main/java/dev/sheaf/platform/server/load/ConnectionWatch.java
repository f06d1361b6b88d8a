package dev.sheaf.platform.server.load;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.IpAddress;

/**
 * Watcher of all connections of a server. It closes connections of clients that are too slow, and the oldest idle ones if there are too
 * many. Thread-safe.
 */
final class ConnectionWatch implements Connection.Listener {

    private final LoadLimits limits;
    private final Predicate<IpAddress> trusted;
    private final LongSupplier nanos;
    private final Map<Connection, WatchedConnection> connections = new ConcurrentHashMap<>();
    /** Connections by client, oldest first. */
    private final Map<String, Set<WatchedConnection>> byClient = new HashMap<>();
    /** All connections, oldest first. */
    private final Set<WatchedConnection> all = new LinkedHashSet<>();

    /**
     * Creates the watcher of a server.
     *
     * @param trusted recognises addresses of proxies in front, whose connections belong to many clients
     * @param nanos clock such as {@link System#nanoTime}
     */
    ConnectionWatch(LoadLimits limits, Predicate<IpAddress> trusted, LongSupplier nanos) {
        this.limits = limits;
        this.trusted = trusted;
        this.nanos = nanos;
    }

    @Override
    public void onOpened(Connection connection) {
        IpAddress address = address(connection.getEndPoint().getRemoteSocketAddress());
        WatchedConnection opened = new WatchedConnection(connection, address == null ? "" : address.client().toString());
        boolean isProxy = address != null && trusted.test(address);
        WatchedConnection surplus;
        synchronized (this) {
            connections.put(connection, opened);
            Set<WatchedConnection> ofClient = byClient.computeIfAbsent(opened.client(), _ -> new LinkedHashSet<>());
            ofClient.add(opened);
            all.add(opened);
            surplus = all.size() > limits.connections()
                    ? idle(all, opened)
                    : !isProxy && ofClient.size() > limits.connectionsOfClient() ? idle(ofClient, opened) : null;
            if (surplus != null) {
                // Removed now and not when it is closed, because the next search would find it again.
                remove(surplus);
            }
        }
        if (surplus != null) {
            surplus.connection().getEndPoint().close(new TimeoutException("too many connections"));
        }
    }

    private static @Nullable IpAddress address(SocketAddress address) {
        return address instanceof InetSocketAddress internet ? IpAddress.of(internet.getAddress()) : null;
    }

    private static @Nullable WatchedConnection idle(Set<WatchedConnection> oldestFirst, WatchedConnection opened) {
        for (WatchedConnection one : oldestFirst) {
            if (one != opened && !one.isInHandler()) {
                return one;
            }
        }
        return null;
    }

    @Override
    public void onClosed(Connection connection) {
        WatchedConnection closed = connections.remove(connection);
        if (closed != null) {
            synchronized (this) {
                remove(closed);
            }
        }
    }

    private void remove(WatchedConnection gone) {
        all.remove(gone);
        Set<WatchedConnection> ofClient = byClient.get(gone.client());
        if (ofClient != null) {
            ofClient.remove(gone);
            if (ofClient.isEmpty()) {
                byClient.remove(gone.client());
            }
        }
    }

    /** Returns the connection of a request; empty if it is being closed. */
    Optional<WatchedConnection> of(Connection connection) {
        return Optional.ofNullable(connections.get(connection));
    }

    /** Closes the connections whose clients are too slow. */
    void sweep() {
        long now = nanos.getAsLong();
        List<WatchedConnection> slow = new ArrayList<>();
        for (WatchedConnection connection : connections.values()) {
            if (connection.isTooSlow(now, limits)) {
                slow.add(connection);
            }
        }
        slow.forEach(one -> one.connection().getEndPoint().close(new TimeoutException("the client is too slow")));
    }

    long now() {
        return nanos.getAsLong();
    }
}
