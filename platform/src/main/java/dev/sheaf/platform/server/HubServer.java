package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import io.javalin.util.JavalinException;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.platform.server.headers.NotModifiedHandler;
import dev.sheaf.platform.server.headers.SecurityHeadersHandler;
import dev.sheaf.platform.server.load.LoadLimits;
import dev.sheaf.platform.server.load.RequestGate;
import dev.sheaf.platform.server.load.WorkLimits;
import dev.sheaf.platform.server.load.WorkPool;

/**
 * The hub's HTTP server. {@link #listen} takes the port and determines the base URL, then {@link #start} receives the endpoints, which need
 * the base URL. Connections that arrive in between wait.
 *
 * <p>Endpoints run on virtual threads, which wait; computation runs on the platform threads of a {@link WorkPool} ({@link Rendering}). Not
 * thread-safe, except for {@link #close}.
 */
public final class HubServer implements AutoCloseable {

    /** Largest size of request line and headers in bytes: enough for a long resumption token, too little for an attack. */
    private static final int HEADER_BYTES = Limit.REQUEST_HEADER_BYTES.count();
    /** Bytes gathered before the first are sent, so that a record or an error goes out whole, with its length. */
    private static final int OUTPUT_BYTES = 64 * 1024;
    /**
     * Bytes that the operating system keeps for a client that reads slowly. By default it keeps up to 4 MB for each connection, so that
     * some 400 stalled readers used up the TCP memory of the whole machine.
     */
    private static final int SEND_BUFFER_BYTES = 256 * 1024;
    /** Largest number of requests in progress; further ones wait. */
    static final int CONCURRENT_REQUESTS = LoadLimits.DEFAULT.requests();
    /** Virtual threads for other work: reading headers, refusals, and paths without limits. */
    private static final int SPARE_THREADS = 128;

    /** Largest number of Jetty's platform threads. It begins with eight. */
    private static final int PLATFORM_THREADS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(HubServer.class);

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
     * @throws ServerStartException if the port is not available; the message states the reason and what to do
     */
    public static HubServer listen(ServerSettings settings) throws ServerStartException {
        return listen(settings, "--port");
    }

    /**
     * Takes the port.
     *
     * @param option option of the command line that sets the port, for messages
     * @throws ServerStartException if the port is not available; the message states the reason and what to do
     */
    public static HubServer listen(ServerSettings settings, String option) throws ServerStartException {
        ServerSocketChannel socket = ListeningSocket.open(settings.host(), settings.port(), option);
        try {
            return new HubServer(settings, socket);
        } catch (IOException e) {
            throw new ServerStartException("Cannot listen on port " + settings.port() + " of " + settings.host() + ".", e);
        }
    }

    /** Returns the public address of the hub, without a slash at its end: the configured one, or the listening address. */
    public String baseUrl() {
        return baseUrl;
    }

    /** Returns the listening port. */
    public int port() {
        return port;
    }

    /** Sets the limits of load; callable before {@link #start} only. */
    public HubServer limitedBy(LoadLimits other) {
        limits = other;
        return this;
    }

    /** Sets the limits of work; callable before {@link #start} only. */
    HubServer workingWithin(WorkLimits other) {
        workLimits = other;
        return this;
    }

    /**
     * Sets how clients and host names are recognised; callable before {@link #start} only.
     *
     * @param addresses rules that determine the address of a request's client
     * @param known host names of the hub; null for all
     */
    public HubServer knowing(ClientAddresses addresses, @Nullable HostNames known) {
        clients = addresses;
        names = known;
        return this;
    }

    /**
     * Begins to answer.
     *
     * @param endpoints endpoints of all paths; {@code /robots.txt} and failures belong to the server
     * @throws ServerStartException if the server cannot start
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
        // ContentCoding negotiates the coding, because it respects quality values.
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
        new RobotsEndpoint(baseUrl, endpoints.stream().flatMap(endpoint -> endpoint.robotsLines().stream()).toList())
                .register(config);
        config.routes.after(CodedBody::encodeResult);
        endpoints.forEach(endpoint -> endpoint.register(config));
        answerHead(config);
    }

    /**
     * Answers HEAD like GET (RFC 9110, 9.3.2), where an endpoint does not do so itself. Javalin would answer 200 without a length, also for
     * things that are not there. The server sends no body.
     */
    private static void answerHead(JavalinConfig config) {
        List<io.javalin.router.Endpoint> routes = config.unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint).toList();
        Set<String> answered = routes.stream().filter(route -> route.method.equals(HandlerType.HEAD)).map(route -> route.path)
                .collect(Collectors.toSet());
        for (io.javalin.router.Endpoint route : routes) {
            if (route.method.equals(HandlerType.GET) && answered.add(route.path)) {
                config.routes.addHttpHandler(HandlerType.HEAD, route.path, route.handler);
            }
        }
    }

    /**
     * Creates the thread pool. Handlers run on virtual threads, as many at a time as {@link LoadLimits} allow. Jetty's own work has
     * platform threads: it accepts connections, waits for events, and notifies a handler that its write is done. With one bounded pool for
     * both, handlers that waited for slow readers took every thread, and none was left to notify them that the readers had continued.
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
        // A proxy that does not take a lone line feed for an end of line would see other requests than this server.
        http.setHttpCompliance(HttpCompliance.RFC9110.without("sheaf", HttpCompliance.Violation.LF_HEADER_TERMINATION,
                HttpCompliance.Violation.LF_CHUNK_TERMINATION));
        // Redirects repeat the address of the request.
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
        server.insertHandler(new NotModifiedHandler());
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

    private static void stop(Javalin running) {
        try {
            running.stop();
        } catch (JavalinException e) {
            if (!(e.getCause() instanceof TimeoutException)) {
                throw e;
            }
            // Jetty has stopped anyway, and has broken off the rest.
            LOG.warn("The hub stopped before some requests had ended: they took longer than it waits for them.");
        }
    }

    /** Stops listening, waits for the requests under way until the time limit, then stops. A second call does nothing. */
    @Override
    public void close() {
        Javalin running = javalin;
        javalin = null;
        if (running != null) {
            stop(running);
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
