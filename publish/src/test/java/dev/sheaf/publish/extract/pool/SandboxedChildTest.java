package dev.sheaf.publish.extract.pool;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.sandbox.ChildSandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Code that has escaped all guards of Java in a process that reads documents. Skipped where the machine offers no sandbox. */
@Timeout(60)
class SandboxedChildTest {

    @TempDir
    private Path folder;

    /** Plain Java without any guard: reads a file, opens a socket, writes, looks for other processes. */
    public static final class Escaped {

        private Escaped() {}

        /** Prints what is possible. */
        public static void main(String[] arguments) {
            attempt("reads", () -> Files.readAllBytes(Path.of(arguments[0])));
            attempt("connects", () -> new Socket(InetAddress.ofLiteral("127.0.0.1"), Integer.parseInt(arguments[1])));
            attempt("writes", () -> Files.writeString(Path.of(arguments[0]).resolveSibling("written"), "x"));
            attempt("sees", () -> {
                if (ProcessHandle.of(Long.parseLong(arguments[2]))
                        .filter(other -> other.info().command().orElse("").endsWith("java"))
                        .filter(other -> other.pid() != ProcessHandle.current().pid()).isEmpty()) {
                    throw new IOException("no such process");
                }
                return true;
            });
            attempt("works", () -> Files.writeString(Path.of("own"), "x"));
        }

        private interface Attempt {
            Object make() throws Exception;
        }

        private static void attempt(String name, Attempt attempt) {
            String result = name;
            try {
                attempt.make();
            } catch (Exception _) {
                result = "not-" + name;
            }
            System.out.print(result + " ");
        }
    }

    private String escaped(boolean isSandboxed) throws Exception {
        Path secret = Files.writeString(Files.createDirectories(folder.resolve("data")).resolve("secrets.key"), "secret");
        Path own = Files.createDirectories(folder.resolve("own"));
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            ProcessBuilder builder = new ProcessBuilder(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-cp", System.getProperty("java.class.path"), Escaped.class.getName(), secret.toString(),
                            Integer.toString(server.getLocalPort()), Long.toString(ProcessHandle.current().pid())))
                    .directory(own.toFile());
            builder.redirectErrorStream(true);
            Process process = isSandboxed ? ChildSandbox.start(builder, List.of(), own).process() : builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return said.strip();
        }
    }

    @Test
    void childOutsideOfASandbox_canDoAllOfThis() throws Exception {
        assertThat(escaped(false)).isEqualTo("reads connects writes sees works");
    }

    @Test
    void childInASandbox_readsNoSecret_opensNoSocket_andSeesNoOtherProcess() throws Exception {
        Optional<String> missing = ChildSandbox.fault();
        assumeThat(missing).as("sandbox of the system").isEmpty();
        assertThat(escaped(true)).isEqualTo("not-reads not-connects not-writes not-sees works");
    }

    @Test
    void documentElsewhere_isReadInASandbox_andStaysAsItIs() throws Exception {
        assumeThat(ChildSandbox.fault()).as("sandbox of the system").isEmpty();
        Path work = Files.createDirectories(folder.resolve("work"));
        Path document = Files.writeString(Files.createDirectories(folder.resolve("collection")).resolve("a.txt"), "Ein Text");
        try (ExtractorPool pool = new ExtractorPool(ExtractionLimits.DEFAULT, "", List.of(), work)) {
            assertThat(pool.extract(document, "a.txt").text()).contains("Ein Text");
        }
        assertThat(document).content().isEqualTo("Ein Text");
        assertThat(work.resolve("extractor-0").resolve("document")).doesNotExist();
    }
}
