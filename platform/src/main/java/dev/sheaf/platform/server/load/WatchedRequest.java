package dev.sheaf.platform.server.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Request whose body is watched while it arrives. The beginning or all of the body may be read before an endpoint reads it. */
final class WatchedRequest extends Request.Wrapper {

    private final ConnectionWatch watch;
    private final WatchedConnection connection;
    private final ByteArrayOutputStream early = new ByteArrayOutputStream(0);
    private boolean isWhole;
    private boolean isGiven;

    WatchedRequest(Request request, ConnectionWatch watch, WatchedConnection connection) {
        super(request);
        this.watch = watch;
        this.connection = connection;
    }

    /**
     * Reads the available bytes, up to a limit.
     *
     * @return null if all permitted bytes were read; {@link Content.Chunk#EMPTY} if more bytes must be awaited; else the failure
     */
    Content.@Nullable Chunk readEarly(int most) {
        while (!isWhole && early.size() < most) {
            Content.Chunk chunk = super.read();
            if (chunk == null) {
                return Content.Chunk.EMPTY;
            }
            if (Content.Chunk.isFailure(chunk)) {
                return chunk;
            }
            try {
                byte[] bytes = new byte[chunk.remaining()];
                chunk.getByteBuffer().get(bytes);
                connection.read(bytes.length);
                early.writeBytes(bytes);
                isWhole = chunk.isLast();
            } finally {
                chunk.release();
            }
        }
        return null;
    }

    /** Returns whether all of the body was read early. */
    boolean isWhole() {
        return isWhole;
    }

    /** Returns the number of bytes that were read early. */
    int earlyBytes() {
        return early.size();
    }

    @Override
    public Content.Chunk read() {
        if (!isGiven) {
            isGiven = true;
            if (early.size() > 0 || isWhole) {
                return Content.Chunk.from(ByteBuffer.wrap(early.toByteArray()), isWhole);
            }
        }
        if (isWhole) {
            return Content.Chunk.EOF;
        }
        Content.Chunk chunk = super.read();
        if (chunk != null && !Content.Chunk.isFailure(chunk)) {
            connection.read(chunk.remaining());
        }
        return chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        if (isWhole || !isGiven && early.size() > 0) {
            demandCallback.run();
            return;
        }
        demandMore(demandCallback);
    }

    /** Waits for bytes that have not been read yet, in addition to those that were read early. */
    void demandMore(Runnable demandCallback) {
        connection.awaitContent(watch.now());
        super.demand(new Arrival(demandCallback));
    }

    /** Callback for arriving bytes, which keeps its invocation type. */
    private final class Arrival implements Invocable.Task {

        private final Runnable callback;

        Arrival(Runnable callback) {
            this.callback = callback;
        }

        @Override
        public void run() {
            connection.contentArrives(watch.now());
            callback.run();
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.getInvocationType(callback);
        }
    }
}
