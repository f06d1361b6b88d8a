package dev.sheaf.cli.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.acceptance.HostileFiles.Expected;
import dev.sheaf.cli.acceptance.HostileFiles.Hostile;
import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.publish.extract.Indlet;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.records.QuarantineEntry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * More than two hundred hostile files in one collection, published by a process with a small heap beside a running hub. The hub answers all the
 * time, each bad file is named with its reason, and all good files are found at the hub.
 */
@Timeout(1_800)
class HostileFilesTest {

    private static final long SEED = 15;
    private static final String DOMAIN = "hostile.example.org";
    private static final String SECRET = "topsecretword";
    private static final Pattern IDENTIFIER = Pattern
            .compile("<header><identifier>([^<]+)</identifier>");
    private static final Pattern TOKEN = Pattern.compile("<resumptionToken[^>]*>([^<]+)<");

    @TempDir
    private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer web;
    private Path collection;
    private Path data;

    /** A process that has ended. */
    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void prepare() throws IOException {
        collection = Files.createDirectory(folder.resolve("collection"));
        data = folder.resolve("data");
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        web.start();
    }

    @AfterEach
    void stop() {
        web.stop(0);
        client.close();
    }

    private Process start(ProcessBuilder.Redirect out, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), "dev.sheaf.cli.Sheaf", "--data", data.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(errors(arguments[0]).toFile());
        // The guards of Sheaf itself are tested here; within a sandbox of the system, documents could not even change their files.
        builder.environment().put("SHEAF_SANDBOX", "off");
        return builder.start();
    }

    private Path errors(String command) {
        return folder.resolve(command + ".err");
    }

    private Ended publish(String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("publish", "hostile"));
        arguments.addAll(List.of(more));
        arguments.add("--json");
        Path out = folder.resolve("publish.out");
        Process process = start(ProcessBuilder.Redirect.to(out.toFile()), arguments.toArray(String[]::new));
        assertThat(process.waitFor(20, TimeUnit.MINUTES)).as("it ends").isTrue();
        Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(errors("publish")));
        System.out.println(ended.out() + ended.err());
        return ended;
    }

    /** Makes a jar as a user would add it. */
    private Path jar() throws IOException {
        Path jar = folder.resolve("hostile.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + Indlet.class.getName()));
            out.write(HostileIndlet.class.getName().getBytes(UTF_8));
            out.closeEntry();
            String name = HostileIndlet.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            try (InputStream in = requireNonNull(HostileIndlet.class.getClassLoader().getResourceAsStream(name))) {
                in.transferTo(out);
            }
            out.closeEntry();
        }
        return jar;
    }

    /** Links and the like, which are no files of the collection. Returns their names. */
    private List<String> strangers(Path secret) throws IOException, InterruptedException {
        Path place = Files.createDirectory(collection.resolve("strangers"));
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("hidden.txt"), SECRET);
        List<String> names = new ArrayList<>(List.of("to-a-file.txt", "to-a-folder", "to-itself", "to-above", "to-nothing.pdf",
                "to-zeros.txt"));
        List<Path> targets = List.of(secret, outside, place.resolve("to-itself"), collection, place.resolve("nothing"),
                Path.of("/dev/zero"));
        for (int i = 0; i < targets.size(); i++) {
            Files.createSymbolicLink(place.resolve(names.get(i)), targets.get(i));
        }
        if (shell("mkfifo pipe.txt", place)) {
            names.add("pipe.txt");
        }
        if (shell("printf words >\"$(printf 'no-utf8-\\377.txt')\"", place)) {
            names.add("no-utf8-");
        }
        return names;
    }

    private static boolean shell(String command, Path place) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", command).directory(place.toFile()).start().waitFor() == 0;
    }

    private String get(String address) {
        try {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(address)).build(),
                    HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? response.body() : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(failure);
        }
    }

    /** Harvests a list of the hub, and returns the identifiers of live records. */
    private Set<String> harvested(String hub, String prefix) {
        Set<String> identifiers = new HashSet<>();
        String arguments = "metadataPrefix=" + prefix;
        while (!arguments.isEmpty()) {
            String page = get(hub + "/oai/hostile?verb=ListRecords&" + arguments);
            assertThat(page).contains("</OAI-PMH>").doesNotContain(SECRET);
            Matcher identifier = IDENTIFIER.matcher(page);
            while (identifier.find()) {
                identifiers.add(identifier.group(1).replace("&amp;", "&"));
            }
            Matcher token = TOKEN.matcher(page);
            arguments = token.find() ? "resumptionToken=" + URLEncoder.encode(token.group(1).replace("&amp;", "&"), UTF_8) : "";
        }
        return identifiers;
    }

    private List<String> quarantined() {
        List<String> reasons = new ArrayList<>();
        try (HubStore store = HubStores.open(data, new HubIdentity("Test", "admin@" + DOMAIN, DOMAIN), InstantSource.system())) {
            List<QuarantineEntry> page = store.repairs().quarantine("hostile", 500, 0);
            while (!page.isEmpty()) {
                page.forEach(entry -> reasons.add(entry.reason()));
                page = store.repairs().quarantine("hostile", 500, reasons.size());
            }
        }
        return reasons;
    }

    private static String identifier(String path) {
        int name = path.lastIndexOf('/') + 1;
        int dot = path.lastIndexOf('.');
        return LocalIdentifier.of(DOMAIN, "hostile", dot > name ? path.substring(0, dot) : path);
    }

    /** Compares a crawl with what is expected of each file. */
    private void assertNamedOrPublished(List<Hostile> files, String hub) {
        Set<String> live = harvested(hub, "oai_dc");
        List<String> reasons = quarantined();
        List<String> faults = new ArrayList<>();
        for (Hostile file : files) {
            boolean published = live.contains(identifier(file.path()));
            List<String> named = reasons.stream().filter(reason -> reason.startsWith(collection + "/" + file.path() + ": "))
                    .toList();
            boolean good = switch (file.expected()) {
                case PUBLISHED -> published;
                case REFUSED -> !published && named.size() == 1;
                case EITHER -> published || named.size() == 1;
            };
            if (!good) {
                faults.add(file + (published ? " is published" : " is not published") + ", named: " + named);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(reasons).noneMatch(reason -> reason.contains("fault of Sheaf") || reason.contains(SECRET)
                || reason.endsWith(": ") || reason.endsWith("null"));
    }

    private static long number(Ended crawl, String name) {
        Matcher number = Pattern.compile("\"" + name + "\":(\\d+)").matcher(crawl.out());
        assertThat(number.find()).as(crawl.out()).isTrue();
        return Long.parseLong(number.group(1));
    }

    @Test
    void hostileFiles_areNamed_goodOnesArePublished_andTheHubGoesOn() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        List<Hostile> files = new HostileFiles(collection, SEED, secret, "http://127.0.0.1:" + web.getAddress().getPort())
                .write();
        List<String> strangers = strangers(secret);
        assertThat(files.stream().filter(file -> file.expected() != Expected.PUBLISHED)).hasSizeGreaterThan(200);
        Process serving = start(ProcessBuilder.Redirect.PIPE, "serve", "--port", "0");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answers = new AtomicInteger();
        List<String> silences = new ArrayList<>();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(serving.getInputStream(), UTF_8))) {
            String line = requireNonNull(out.readLine(), () -> "serve ended").strip();
            String hub = line.substring(0, line.length() - 1);
            Thread watch = Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    try {
                        assertThat(get(hub + "/health/live")).isNotEmpty();
                        answers.incrementAndGet();
                    } catch (UncheckedIOException | AssertionError failure) {
                        silences.add(String.valueOf(failure));
                    }
                    LockSupport.parkNanos(500_000_000);
                }
            });

            Ended first = publish(collection.toString(), "--identifier-domain", DOMAIN, "--option", "seconds=10", "--option",
                    "memory=128MB", "--option", "text=" + HostileFiles.MOST_CHARACTERS, "--option",
                    "size=" + (HostileFiles.MOST_BYTES >> 20) + "MB", "--option", "processes=2", "--option", "indlet=hostile",
                    "--option", "library=" + jar());
            assertThat(first.status()).as(first.err()).isZero();
            assertThat(first.err()).doesNotContain("\tat ").doesNotContain("OutOfMemoryError").doesNotContain("\u001b");
            assertThat(first.err()).contains(strangers.stream().map(name -> "passed over " + collection + "/strangers/" + name)
                    .toArray(String[]::new));
            assertNamedOrPublished(files, hub);
            harvested(hub, "oai_dc__tf_basic");
            for (int i = 0; i < 8; i++) {
                String number = Integer.toString(i);
                until(() -> {
                    String page = get(hub + "/?q=soundword" + number).replace("%2F", "/");
                    return Stream.of("pdf", "docx", "odt", "epub").allMatch(kind -> page.contains("good/" + kind + number));
                });
            }
            assertThat(get(hub + "/?q=" + SECRET)).doesNotContain("/records/");

            // The files that have changed are readable now, and those that have vanished are forgotten.
            Ended second = publish();
            assertThat(second.status()).as(second.err()).isZero();
            assertThat(number(second, "created")).isEqualTo(2);
            assertThat(number(second, "changed") + number(second, "withdrawn")).isZero();
            assertThat(number(second, "same")).isEqualTo(number(first, "created"));
            assertNamedOrPublished(files.stream().filter(file -> !file.path().matches("orders/(change|vanish|link)\\d\\.txt"))
                    .toList(), hub);
            assertThat(quarantined()).noneMatch(reason -> reason.matches("(?s).*/orders/(change|vanish|link)\\d\\.txt.*"));

            over.set(true);
            watch.join();
            assertThat(serving.isAlive()).as("the hub never ended").isTrue();
            assertThat(silences).isEmpty();
            assertThat(answers.get()).isGreaterThan(10);
            assertThat(asked.get()).as("requests that documents have caused").isZero();
        } finally {
            over.set(true);
            serving.destroyForcibly();
        }
    }

    private static void until(java.util.function.BooleanSupplier done) {
        long deadline = System.nanoTime() + 240_000_000_000L;
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it has not happened").isLessThan(deadline);
            LockSupport.parkNanos(100_000_000);
        }
    }
}
