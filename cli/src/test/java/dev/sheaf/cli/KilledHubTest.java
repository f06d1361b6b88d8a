package dev.sheaf.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub in a process of its own, which is killed while it receives records or notifications. After a restart it has or gets all records. */
@Timeout(180)
class KilledHubTest {

    private static final int BOOKS = 3_000;

    @TempDir
    Path folder = Path.of("");
    private Path hub = Path.of("");
    private Path library = Path.of("");
    private int port;

    @BeforeEach
    void prepare() throws IOException {
        hub = Files.createDirectory(folder.resolve("hub"));
        library = Files.createDirectory(folder.resolve("library"));
        for (Path place : List.of(hub, library)) {
            Files.writeString(place.resolve("secret.txt"), "known to both\n");
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    private void books(int count) throws IOException {
        StringBuilder lines = new StringBuilder("id,title\n");
        for (int number = 0; number < count; number++) {
            lines.append(number).append(",Book ").append(number).append('\n');
        }
        Files.writeString(library.resolve("books.csv"), lines);
        good(Typed.in(library, "import", "library", "books.csv"));
    }

    private static Typed good(Typed typed) {
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    private static void until(java.util.function.BooleanSupplier done) {
        long deadline = System.nanoTime() + 90_000_000_000L;
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it has not happened").isLessThan(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private String address() {
        return "http://127.0.0.1:" + port;
    }

    /** The command serve, in another process, when it answers. */
    private Process serve(String configuration) throws IOException {
        Files.writeString(hub.resolve("sheaf.yaml"), configuration);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-Xmx256m", "-cp",
                        System.getProperty("java.class.path"), Sheaf.class.getName(),
                        "serve", "--port", Integer.toString(port), "--config", "sheaf.yaml"));
        Path out = Files.createTempFile(folder, "serve", ".out");
        Process process = new ProcessBuilder(command).directory(hub.toFile()).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("serve.err").toFile())).start();
        until(() -> {
            try {
                assertThat(process.isAlive()).as("serve goes on").isTrue();
                return !Files.readString(out, StandardCharsets.UTF_8).isBlank();
            } catch (IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        });
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor()).as("killed, not ended").isEqualTo(137);
    }

    private long records() {
        String list = good(Typed.in(hub, "source", "list", "--json")).out();
        return Long.parseLong(list.replaceFirst("(?s).*\"records\":(\\d+).*", "$1"));
    }

    private String found(String query) {
        return good(Typed.in(hub, "search", query, "--json")).out();
    }

    @Test
    void hubKilledDuringAPush_losesNothing() throws Exception {
        books(BOOKS);
        // The address of the source refuses connections: nobody could harvest it.
        good(Typed.in(hub, "source", "add", "library", "http://127.0.0.1:1/oai", "--push"));
        good(Typed.in(hub, "source", "set", "library", "--secret-file", "secret.txt"));
        Process first = serve("");
        Process[] running = {first};
        Thread killer = Thread.ofPlatform().start(() -> {
            // As soon as the first page stands there, with others on their way.
            until(() -> records() > 0);
            running[0].destroyForcibly();
        });
        Typed cut = Typed.in(library, "push", address(), "--source", "library", "--secret-file", "secret.txt");
        killer.join();
        assertThat(first.waitFor()).isEqualTo(137);
        long arrived = records();
        System.out.println("killed with " + arrived + " of " + BOOKS + " records; the push ended with " + cut.status());

        Process second = serve("");
        try {
            good(Typed.in(library, "push", address(), "--source", "library", "--secret-file", "secret.txt"));
            assertThat(records()).isEqualTo(BOOKS);
            until(() -> found("book").contains("\"total\":" + BOOKS));
            assertThat(good(Typed.in(hub, "source", "show", "library")).out()).contains("complete");
        } finally {
            kill(second);
        }
    }

    @Test
    void notificationBeforeAKill_isHarvestedAfterTheRestart() throws Exception {
        books(2);
        try (Typed.Serving serving = Typed.serving(library)) {
            String base = serving.address() + "/oai/library";
            good(Typed.in(hub, "source", "add", "library", base));
            good(Typed.in(hub, "source", "set", "library", "--secret-file", "secret.txt"));
            good(Typed.in(hub, "harvest", "library"));
            // Notified, it waits for others that might follow: long enough to be killed.
            Process first = serve("notify-window: 3600\nnotify-interval: 86400\n");
            books(3);
            assertThat(good(Typed.in(library, "notify", address(), "--base-url", base, "--secret-file", "secret.txt")).out())
                    .isEqualTo("accepted\n");
            assertThat(records()).as("not harvested yet").isEqualTo(2);
            kill(first);
            assertThat(records()).isEqualTo(2);

            Process second = serve("notify-window: 0\nnotify-interval: 0\n");
            try {
                until(() -> records() == 3);
            } finally {
                kill(second);
            }
        }
    }
}
