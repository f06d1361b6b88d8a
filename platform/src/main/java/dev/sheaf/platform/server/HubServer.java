package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.platform.server.load.LoadLimits;
import dev.sheaf.platform.server.load.RequestGate;
import dev.sheaf.platform.server.load.WorkLimits;
import dev.sheaf.platform.server.load.WorkPool;

/**
 * The hub's HTTP server: first {@link #listen}, which takes the port and settles the base URL, then {@link #start} with the endpoints
 * that need to know it. Connections that arrive in between wait.
 *
 * <p>Endpoints run on virtual threads, which wait; answers that take a processor's time are made on the platform threads of a
 * {@link WorkPool} ({@link Rendering}). Not for use by several threads itself, except {@link #close}.
 */
public final class HubServer implements AutoCloseable {

    /** Bytes of request line and headers: room for a long resumption token, not for an attack. */
    private static final int HEADER_BYTES = Limit.REQUEST_HEADER_BYTES.count();
    /** Bytes gathered before something is sent: a record or an error then goes out whole, with its length. */
    private static final int OUTPUT_BYTES = 64 * 1024;
    /**
     * Bytes that the operating system keeps for a client that reads slowly. Left to itself it keeps up to 4 MB a connection, so that
     * some 400 stalled readers used up the memory that the whole machine has for TCP.
     */
    private static final int SEND_BUFFER_BYTES = 256 * 1024;
    /** Requests in progress at most; others wait for their turn. */
    static final int CONCURRENT_REQUESTS = LoadLimits.DEFAULT.requests();
    /** Virtual threads for everything else: headers that arrive, refusals, paths that no limit holds up. */
    private static final int SPARE_THREADS = 128;

    /** Platform threads of Jetty at most. It begins with eight. */
    private static final int PLATFORM_THREADS = 64;

    private final ServerSettings settings;
    private final ServerSocketChannel socket;
    private final int port;
    private final String baseUrl;
    private final VirtualThreadPool handlers = new VirtualThreadPool();
    private LoadLimits limits = LoadLimits.DEFAULT;
    private ClientAddresses clients = ClientAddresses.DIRECT;
    private @Nullable HostNames names;
    private WorkLimits workLimits = WorkLimits.DEFAULT;
    private volatile @Nullable WorkPool work;
    private volatile @Nullable Javalin javalin;

    private HubServer(ServerSettings settings, ServerSocketChannel socket) throws IOException {
        this.settings = settings;
        this.socket = socket;
        this.port = ((InetSocketAddress) socket.getLocalAddress()).getPort();
        this.baseUrl = settings.url(port);
    }

    /**
     * Takes the port.
     *
     * @throws ServerStartException when it cannot be had; the message says why and what to do
     */
    public static HubServer listen(ServerSettings settings) throws ServerStartException {
        return listen(settings, "--port");
    }

    /**
     * Takes the port.
     *
     * @param option of the command line that sets the port, for messages
     * @throws ServerStartException when it cannot be had; the message says why and what to do
     */
    public static HubServer listen(ServerSettings settings, String option) throws ServerStartException {
        ServerSocketChannel socket = ListeningSocket.open(settings.host(), settings.port(), option);
        try {
            return new HubServer(settings, socket);
        } catch (IOException e) {
            throw new ServerStartException("Cannot listen on port " + settings.port() + " of " + settings.host() + ".", e);
        }
    }

    /**
     * Returns the address under which others reach the hub, without a slash at its end: as configured, else what it
     * listens on.
     */
    public String baseUrl() {
        return baseUrl;
    }

    /** Returns the port it listens on. */
    public int port() {
        return port;
    }

    /** Bounds its load otherwise; before it begins to answer. */
    public HubServer limitedBy(LoadLimits other) {
        limits = other;
        return this;
    }

    /** Bounds the work of its requests otherwise; before it begins to answer. */
    HubServer workingWithin(WorkLimits other) {
        workLimits = other;
        return this;
    }

    /**
     * Tells it more about who asks; before it begins to answer.
     *
     * @param addresses tells clients behind proxies apart
     * @param known names under which it is asked; null for all
     */
    public HubServer knowing(ClientAddresses addresses, @Nullable HostNames known) {
        clients = addresses;
        names = known;
        return this;
    }

    /**
     * Begins to answer.
     *
     * @param endpoints of all paths; {@code /robots.txt} and failures are the server's own
     * @throws ServerStartException when the server cannot start
     */
    public void start(List<? extends Endpoint> endpoints) throws ServerStartException {
        try {
            javalin = Javalin.create(config -> configure(config, endpoints)).start();
        } catch (RuntimeException e) {
            close();
            throw new ServerStartException(
                    "The server on port " + port + " of " + settings.host() + " could not start (" + e.getMessage()
                            + ").",
                    e);
        }
    }

    private void configure(JavalinConfig config, List<? extends Endpoint> endpoints) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        // Coding is negotiated by ContentCoding, which heeds quality values.
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.prefer405over404 = true;
        config.jetty.threadPool = threads();
        config.jetty.modifyHttpConfiguration(HubServer::limit);
        RequestGate gate = new RequestGate(limits, HealthEndpoint.PATHS, clients::of, clients::isTrusted, handlers);
        config.jetty.modifyServer(server -> prepare(server, gate));
        config.jetty.addConnector((server, http) -> connector(server, http, gate));
        WorkPool pool = new WorkPool(workLimits);
        work = pool;
        Rendering.register(config, pool, clients);
        new FailureAnswers().register(config);
        new RobotsEndpoint().register(config);
        config.routes.after(CodedBody::encodeResult);
        endpoints.forEach(endpoint -> endpoint.register(config));
    }

    /**
     * Handlers run on virtual threads, as many at a time as {@link LoadLimits} allow. Jetty's own work has platform threads: it accepts
     * connections, waits for events, and tells a handler that its write is done. With one bounded pool for both, handlers that wait for
     * slow readers took every place, and nothing was left to tell them that the readers had gone on.
     */
    private QueuedThreadPool threads() {
        handlers.setName("http");
        handlers.setMaxConcurrentTasks(limits.requests() + SPARE_THREADS);
        QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS);
        threads.setName("jetty");
        threads.setVirtualThreadsExecutor(handlers);
        threads.addBean(handlers);
        return threads;
    }

    private static void limit(HttpConfiguration http) {
        http.setRequestHeaderSize(HEADER_BYTES);
        // Redirects repeat what the request asked for.
        http.setResponseHeaderSize(2 * HEADER_BYTES);
        http.setOutputBufferSize(OUTPUT_BYTES);
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
    }

    private void prepare(Server server, RequestGate gate) {
        server.setStopTimeout(settings.stopTimeout().toMillis());
        server.setErrorHandler(new PlainErrorHandler());
        server.insertHandler(gate);
        server.insertHandler(new RequestCheck(names));
        server.insertHandler(new SecurityHeadersHandler());
        server.insertHandler(new GracefulHandler());
    }

    private Connector connector(Server server, HttpConfiguration http, RequestGate gate) {
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
        connector.addBean(gate.connections());
        try {
            connector.open(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connector;
    }

    /** Stops listening, lets the requests under way end within the time allowed, then stops. Does nothing the second time. */
    @Override
    public void close() {
        Javalin running = javalin;
        javalin = null;
        if (running != null) {
            running.stop();
        }
        WorkPool pool = work;
        if (pool != null) {
            pool.close();
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
