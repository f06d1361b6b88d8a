package dev.sheaf.platform.monitor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;

/**
 * Log with a line for each request of harvesters, searchers and visitors, in a separate file. A new file begins each day. Addresses are
 * shortened to their network, and search texts are left out, unless the operator wants them. Thread-safe.
 */
public final class AccessLog implements Endpoint, AutoCloseable {

    /** Number of days for which earlier files are kept. */
    private static final int KEPT_DAYS = 30;
    private static final int LONGEST_VALUE = 300;
    private static final String BEGUN = "sheaf.access.begun";
    private static final String[] ARGUMENTS = {"verb", "metadataPrefix", "set", "from", "until", "identifier"};

    private final Options options;
    private final ClientAddresses clients;
    private final InstantSource clock;
    private final LoggerContext context = new LoggerContext();
    private final Logger log = context.getLogger("access");

    /**
     * Options of the access log.
     *
     * @param file file of the present day
     * @param json true for JSON, false for {@code name=value}
     * @param whole true to write whole addresses and search texts
     */
    public record Options(Path file, boolean json, boolean whole) {}

    /** Opens the file. Nothing is written until the log is added to a server. */
    public AccessLog(Options options, ClientAddresses clients, InstantSource clock) {
        this.options = options;
        this.clients = clients;
        this.clock = clock;
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%msg%n");
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        TimeBasedRollingPolicy<ILoggingEvent> daily = new TimeBasedRollingPolicy<>();
        appender.setContext(context);
        appender.setFile(options.file().toString());
        appender.setEncoder(encoder);
        daily.setContext(context);
        daily.setParent(appender);
        daily.setFileNamePattern(options.file() + ".%d{yyyy-MM-dd, UTC}.gz");
        daily.setMaxHistory(KEPT_DAYS);
        daily.start();
        appender.setRollingPolicy(daily);
        appender.start();
        log.setLevel(Level.INFO);
        log.addAppender(appender);
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.before(request -> request.attribute(BEGUN, System.nanoTime()));
        config.routes.after(this::write);
    }

    private void write(Context request) {
        String kind = kind(request);
        if (kind.isEmpty()) {
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        line.put("kind", kind);
        line.put("address", address(request));
        line.put("method", request.method().name());
        line.put("path", cut(request.path()));
        if (kind.equals("harvest")) {
            for (String argument : ARGUMENTS) {
                String value = request.queryParam(argument);
                if (value != null) {
                    line.put(argument, cut(value));
                }
            }
            if (request.queryParam("resumptionToken") != null) {
                line.put("resumed", true);
            }
        } else if (options.whole() && request.queryParam("q") != null) {
            line.put("q", cut(String.valueOf(request.queryParam("q"))));
        }
        line.put("status", request.statusCode());
        Long begun = request.attribute(BEGUN);
        if (begun != null) {
            line.put("millis", (System.nanoTime() - begun) / 1_000_000);
        }
        String agent = request.header("User-Agent");
        if (agent != null) {
            line.put("agent", cut(agent));
        }
        log.info(options.json() ? JsonMapper.shared().writeValueAsString(line) : text(line));
    }

    /** Returns the kind of a request; empty for requests that are not logged, such as health checks. */
    private static String kind(Context request) {
        String path = request.path();
        int end = path.indexOf('/', 1);
        return switch (path.length() < 2 ? "" : path.substring(1, end < 0 ? path.length() : end)) {
            case "oai", "index", "proxy", "static", "dumps", ".well-known" -> "harvest";
            case "" -> request.queryParam("q") == null ? "view" : "search";
            case "sru", "openurl" -> "search";
            case "assets", "health", "metrics", "robots.txt", "admin", "api", "sync" -> "";
            default -> "view";
        };
    }

    private String address(Context request) {
        String address = clients.of(request).toString();
        return options.whole() ? address : network(address);
    }

    /** Returns the network of an address: 24 bits of IPv4, 48 bits of IPv6. */
    static String network(String address) {
        int dot = address.lastIndexOf('.');
        if (dot > 0 && address.indexOf(':') < 0) {
            return address.substring(0, dot) + ".0";
        }
        try {
            byte[] bytes = InetAddress.ofLiteral(address).getAddress();
            Arrays.fill(bytes, Math.min(6, bytes.length), bytes.length, (byte) 0);
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (IllegalArgumentException | UnknownHostException _) {
            return "unknown";
        }
    }

    private static String cut(String value) {
        return value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "\u2026" : value;
    }

    /** Returns a line as text. Values that are not one word are quoted, so that a client cannot forge lines or fields. */
    private static String text(Map<String, Object> line) {
        StringBuilder text = new StringBuilder();
        line.forEach((name, value) -> {
            String plain = value.toString();
            text.append(text.isEmpty() ? "" : " ").append(name).append('=');
            if (plain.matches("[A-Za-z0-9._:/+@-]+")) {
                text.append(plain);
            } else {
                text.append('"').append(plain.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " "))
                        .append('"');
            }
        });
        return text.toString();
    }

    /** Closes the file. */
    @Override
    public void close() {
        context.stop();
    }
}
