package dev.sheaf.platform.server.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.IpAddress;

/**
 * Gate in front of the endpoints, which block a thread each, with the limits of {@link LoadLimits}. A short body is read before its request
 * takes a place, so that a slow body only costs a connection. Some paths always pass: they answer at once and show whether the server
 * works.
 */
public final class RequestGate extends Handler.Wrapper {

    private static final String BUSY_SECONDS = "10";
    private static final int SWEEP_SECONDS = 1;
    private static final int BUSY = 503;

    private final LoadLimits limits;
    private final Set<String> passing;
    private final Function<Request, IpAddress> clients;
    private final Executor executor;
    private final ConnectionWatch watch;
    private final Places requests;
    private final Places uploads;
    private final AtomicLong early = new AtomicLong();
    private volatile Scheduler.@Nullable Task sweeping;

    /**
     * Creates a gate in front of the endpoints.
     *
     * @param passing paths without limits
     * @param clients determines the client of a request
     * @param trusted recognises addresses of proxies in front
     * @param executor executor of threads that may block
     */
    public RequestGate(LoadLimits limits, Set<String> passing, Function<Request, IpAddress> clients, Predicate<IpAddress> trusted,
            Executor executor) {
        this.limits = limits;
        this.passing = Set.copyOf(passing);
        this.clients = clients;
        this.executor = executor;
        this.watch = new ConnectionWatch(limits, trusted, System::nanoTime);
        long wait = limits.longestWait().toNanos();
        this.requests = new Places(limits.requests(), limits.requestsOfClient(), limits.waiting(), wait, executor);
        this.uploads = new Places(limits.uploads(), limits.uploadsOfClient(), limits.waiting() / 2, wait, executor);
    }

    /** Returns the listener that reports connections to this gate; the caller adds it to the connector. */
    public Connection.Listener connections() {
        return watch;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        sweep();
    }

    @Override
    protected void doStop() throws Exception {
        Scheduler.Task task = sweeping;
        if (task != null) {
            task.cancel();
        }
        super.doStop();
    }

    private void sweep() {
        try {
            watch.sweep();
            long now = watch.now();
            requests.sweep(now);
            uploads.sweep(now);
        } finally {
            sweeping = getServer().getScheduler().schedule(this::sweep, SWEEP_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Optional<WatchedConnection> connection = watch.of(request.getConnectionMetaData().getConnection());
        if (connection.isEmpty()) {
            // The connection is being closed.
            return super.handle(request, response, callback);
        }
        connection.get().begin();
        Request.addCompletionListener(request, _ -> connection.get().end());
        if (passing.contains(request.getHttpURI().getPath())) {
            return super.handle(request, response, callback);
        }
        WatchedRequest watched = new WatchedRequest(request, watch, connection.get());
        Passage passage = new Passage(watched, new WatchedResponse(watched, response, watch, connection.get(), limits), callback,
                connection.get(), clients.apply(request).client().toString());
        long length = request.getLength();
        boolean hasBody = length > 0 || length < 0 && request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        if (!hasBody) {
            passage.enter();
        } else if (length > limits.bodyBytes() || isDocument(request)) {
            passage.enterAsUpload();
        } else {
            passage.readEarly();
        }
        return true;
    }

    /** Returns true for pushed documents. They are answered, and refused if necessary, before their body is read. */
    private static boolean isDocument(Request request) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        return type != null && type.contains("xml");
    }

    private boolean next(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /** Passage of one request through the gate. */
    private final class Passage {

        private final WatchedRequest request;
        private final Response response;
        private final Callback callback;
        private final WatchedConnection connection;
        private final String client;
        private int counted;

        Passage(WatchedRequest request, Response response, Callback callback, WatchedConnection connection, String client) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.connection = connection;
            this.client = client;
        }

        /** Reads a short body without a waiting thread. */
        void readEarly() {
            Content.Chunk met = request.readEarly(limits.bodyBytes());
            int more = request.earlyBytes() - counted;
            if (more > 0) {
                if (counted == 0) {
                    Request.addCompletionListener(request, _ -> early.addAndGet(-counted));
                }
                counted += more;
                if (early.addAndGet(more) > limits.bodiesTogether()) {
                    refuse();
                    return;
                }
            }
            if (met == null) {
                // On another thread, because this one only moves bytes.
                executor.execute(request.isWhole() ? this::enter : this::enterAsUpload);
            } else if (Content.Chunk.isFailure(met)) {
                Response.writeError(request, response, callback, met.getFailure());
            } else {
                request.demandMore(Invocable.from(Invocable.InvocationType.NON_BLOCKING, this::readEarly));
            }
        }

        void enterAsUpload() {
            Places.Work work = work(() -> {
                Request.addCompletionListener(request, _ -> uploads.leave(client));
                enter();
            });
            if (uploads.enter(client, work, watch.now())) {
                work.run();
            }
        }

        void enter() {
            Places.Work work = work(() -> {
                Request.addCompletionListener(request, _ -> requests.leave(client));
                connection.enterHandler();
                answer();
            });
            if (requests.enter(client, work, watch.now())) {
                work.run();
            }
        }

        private Places.Work work(Runnable done) {
            return new Places.Work() {
                @Override
                public void run() {
                    done.run();
                }

                @Override
                public void refuse() {
                    Passage.this.refuse();
                }
            };
        }

        private void answer() {
            try {
                if (!next(request, response, callback)) {
                    Response.writeError(request, response, callback, 404);
                }
            } catch (Exception failure) {
                Response.writeError(request, response, callback, failure);
            }
        }

        private void refuse() {
            response.setStatus(BUSY);
            response.getHeaders().put(HttpHeader.RETRY_AFTER, BUSY_SECONDS);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
            // The rest of the request is not read.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            response.write(true, ByteBuffer.wrap("Too many requests are in progress. Try again in 10 seconds.\n"
                    .getBytes(StandardCharsets.UTF_8)), callback);
        }
    }
}
