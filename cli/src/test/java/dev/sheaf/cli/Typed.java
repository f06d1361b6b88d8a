package dev.sheaf.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command as if somebody had typed it.
 *
 * @param status exit status
 * @param out standard output
 * @param err standard error
 */
record Typed(int status, String out, String err) {

    /** Pause of no time, because the server is only played. A thread that was interrupted stops here anyway. */
    private static final Pause NO_TIME = (time, reason) -> {
        if (Thread.interrupted()) {
            throw new InterruptedException(reason);
        }
    };

    /** Opens the store of the commands that are typed in a folder; the caller closes it. */
    static HubStore store(Path folder) {
        return HubStores.open(folder.resolve("sheaf-data"), new HubIdentity("Test", "admin@example.org", "hub.example.org"),
                Clock.systemUTC());
    }

    /** Types a command in a folder, which also gets the data unless the environment says otherwise. */
    static Typed in(Path folder, String... arguments) {
        // An import needs the configured address that identifiers are made of; tests without one say so.
        return in(folder,
                List.of(arguments).indexOf("import") == 0 ? Map.of("SHEAF_BASE_URL", "https://hub.example.org") : Map.of(),
                arguments);
    }

    static Typed in(Path folder, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        int status = Sheaf.run(
                new Surroundings(new LinkedHashMap<>(environment), folder, out, errors, false, Clock.systemUTC(), NO_TIME),
                arguments);
        return new Typed(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Types a command of a hub whose records have identifiers of {@code hub.example.org}. */
    static Typed atHub(Path folder, String... arguments) {
        return in(folder, Map.of("SHEAF_BASE_URL", "https://hub.example.org"), arguments);
    }

    /** Returns this command, which must have succeeded. */
    Typed done() {
        assertThat(status).as(err + out).isZero();
        return this;
    }

    /** Types a command into which something is piped. */
    static Typed piped(Path folder, byte[] input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Sheaf.run(new Surroundings(Map.of(), folder, new ByteArrayInputStream(input), out,
                new PrintStream(err, true, StandardCharsets.UTF_8), false, Clock.systemUTC(), NO_TIME), arguments);
        return new Typed(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Types a command at a terminal, and then answers its questions. */
    static Typed answering(Path folder, String answers, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Sheaf.run(
                new Surroundings(Map.of(), folder, new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)), out,
                        new PrintStream(err, true, StandardCharsets.UTF_8), true, true, Clock.systemUTC(), NO_TIME),
                arguments);
        return new Typed(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** A hub that serves a folder's data, until closed. */
    static Serving serving(Path folder, String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "serve";
        arguments[1] = "--port";
        arguments[2] = "0";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return new Serving(folder, arguments);
    }

    /** A command that stays until it is closed. */
    static Serving running(Path folder, String... arguments) {
        return new Serving(folder, arguments);
    }

    /** A command that stays, such as serve, in a thread of its own. */
    static final class Serving implements AutoCloseable {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final Thread thread;
        private volatile @Nullable Integer status;

        private Serving(Path folder, String... arguments) {
            thread = Thread.ofPlatform().name(arguments[0]).start(() -> status = Sheaf.run(new Surroundings(Map.of(), folder, out,
                    new PrintStream(err, true, StandardCharsets.UTF_8), false, Clock.systemUTC(), NO_TIME), arguments));
        }

        /** Its address, without a slash at its end. */
        String address() throws InterruptedException {
            // It prints one line as soon as it answers.
            while (thread.isAlive() && out.size() == 0) {
                thread.join(20);
            }
            String line = out.toString(StandardCharsets.UTF_8).strip();
            if (line.isEmpty()) {
                throw new IllegalStateException("the command ended: " + err());
            }
            return line.substring(0, line.length() - 1);
        }

        /** Returns the messages so far; all of them once it is closed. */
        String err() {
            return err.toString(StandardCharsets.UTF_8);
        }

        /** Waits until it has said something; the first group of the pattern. */
        String awaitErr(String pattern) throws InterruptedException {
            Pattern awaited = Pattern.compile(pattern);
            while (true) {
                Matcher said = awaited.matcher(err());
                if (said.find()) {
                    return said.group(1);
                }
                if (!thread.isAlive()) {
                    throw new IllegalStateException("the command ended: " + err());
                }
                thread.join(20);
            }
        }

        @Override
        public void close() {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            if (!Integer.valueOf(0).equals(status)) {
                throw new AssertionError("the command ended with " + status + ": " + err());
            }
        }
    }
}
