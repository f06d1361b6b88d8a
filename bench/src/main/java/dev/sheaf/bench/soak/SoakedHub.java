package dev.sheaf.bench.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.bench.kills.SheafProcess;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Hub in a separate process, started by the command {@code serve}, and its programming interface. Closing it ends the process. */
final class SoakedHub implements AutoCloseable {

    private static final String PASSWORD = "correct horse battery staple";
    private static final long PATIENCE = 120_000_000_000L;
    private static final long LOOK = 100_000_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern STATE = Pattern.compile("\"state\"\\s*:\\s*\"(\\w+)\"");
    private static final Pattern VERDICT = Pattern.compile("\"verdict\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern RUN = Pattern.compile("\"run\"\\s*:\\s*(\\d+)");

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path data;
    private final int port;
    private final SheafProcess process;

    private SoakedHub(Path data, int port, SheafProcess process) {
        this.data = data;
        this.port = port;
        this.process = process;
    }

    /** Opens the store of a hub in this process. */
    static HubStore open(Path data) {
        String name = data.getFileName() + ".example.org";
        return HubStores.open(data, new HubIdentity("Soak", "admin@" + name, name), InstantSource.system());
    }

    /** Starts a hub on a data directory, at a free port; returns when it answers. */
    static SoakedHub start(Path data) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path password = Files.writeString(data.resolveSibling(data.getFileName() + "-password.txt"), PASSWORD + "\n");
        Path settings = Files.writeString(data.resolveSibling(data.getFileName() + ".yaml"), """
                port: %d
                base-url: http://127.0.0.1:%d
                admin-password-file: %s
                private-subscribers: yes
                notify-window: 1
                notify-interval: 5
                notify-budget: 86400
                """.formatted(port, port, password));
        SoakedHub hub = new SoakedHub(data, port,
                SheafProcess.start(data, "--config", settings.toString(), "serve"));
        try {
            hub.awaitAnswer();
            return hub;
        } catch (IllegalStateException failure) {
            hub.close();
            throw failure;
        }
    }

    private void awaitAnswer() {
        long end = System.nanoTime() + PATIENCE;
        while (!answers()) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException("the hub of " + data + " does not answer");
            }
            LockSupport.parkNanos(LOOK);
        }
    }

    private boolean answers() {
        try (java.net.Socket socket = new java.net.Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    long pid() {
        return process.pid();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns the base URL of one of its repositories. */
    String baseUrl(String repository) {
        return url() + "/oai/" + repository;
    }

    private HttpResponse<String> api(String method, String path, String body) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url() + "/api/v1/sources/" + path)).timeout(TIMEOUT)
                .header("Authorization", "Bearer " + PASSWORD).header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Begins a harvest in the hub.
     *
     * @return false if the source cannot be harvested now because a harvest is under way or its host is paused
     */
    boolean harvest(String source, boolean full) throws IOException, InterruptedException {
        HttpResponse<String> answer = api("POST", source + "/harvest", "{\"full\":" + full + "}");
        if (answer.statusCode() != 202 && answer.statusCode() != 409) {
            throw new IllegalStateException("the hub answers a harvest with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.statusCode() == 202;
    }

    /** Waits until no harvest of a source is under way. */
    void awaitRest(String source) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        while (first(STATE, api("GET", source, "").body()).equals("running")) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("a harvest of " + source + " does not end; data " + data);
            }
            LockSupport.parkNanos(LOOK);
        }
    }

    /**
     * Harvests a source until a harvest ends as complete.
     *
     * @throws IllegalStateException if none does within two minutes
     */
    void harvestWhole(String source, boolean full) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        String last = "no harvest could begin";
        while (System.nanoTime() < end) {
            awaitRest(source);
            if (harvest(source, full)) {
                awaitRest(source);
                last = api("GET", source + "/runs?limit=1", "").body();
                if (first(VERDICT, last).equals("complete")) {
                    return;
                }
            }
            LockSupport.parkNanos(10 * LOOK);
        }
        throw new IllegalStateException("the harvest of " + source + " does not end as complete: " + last);
    }

    /** Returns the number of the last run of a source; 0 before the first. */
    long runs(String source) throws IOException, InterruptedException {
        String number = first(RUN, api("GET", source + "/runs?limit=1", "").body());
        return number.isEmpty() ? 0 : Long.parseLong(number);
    }

    /**
     * Returns a metric of the hub.
     *
     * @param name name with its labels, as in {@code /metrics}
     * @throws IllegalStateException if the hub does not have it
     */
    double metric(String name) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(url() + "/metrics")).timeout(TIMEOUT).build(),
                HttpResponse.BodyHandlers.ofString());
        return answer.body().lines().filter(line -> line.startsWith(name + " ")).findFirst()
                .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .orElseThrow(() -> new IllegalStateException("/metrics of the hub has no " + name + ": " + answer.statusCode()));
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    @Override
    public void close() {
        client.close();
        process.stop();
    }
}
