package dev.sheaf.platform.server.load;

import java.nio.ByteBuffer;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Response whose writes have a deadline that depends on their length, so that a client that reads a byte now and then does not keep a place
 * permanently.
 */
final class WatchedResponse extends Response.Wrapper {

    private static final long NANOS = 1_000_000_000L;

    private final ConnectionWatch watch;
    private final WatchedConnection connection;
    private final LoadLimits limits;

    WatchedResponse(Request request, Response response, ConnectionWatch watch, WatchedConnection connection, LoadLimits limits) {
        super(request, response);
        this.watch = watch;
        this.connection = connection;
        this.limits = limits;
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        long bytes = content == null ? 0 : content.remaining();
        connection.writes(watch.now() + limits.grace().toNanos() + bytes * NANOS / limits.bytesPerSecond());
        super.write(last, content, Callback.from(callback.getInvocationType(), () -> {
            connection.writes(0);
            callback.succeeded();
        }, failure -> {
            connection.writes(0);
            callback.failed(failure);
        }));
    }
}
