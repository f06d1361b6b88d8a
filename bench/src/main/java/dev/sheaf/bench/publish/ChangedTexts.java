package dev.sheaf.bench.publish;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

import dev.sheaf.bench.TimedCommand;
import dev.sheaf.harvester.http.Pause;

/**
 * Measurement of the time from the end of {@code publish} until a search finds the changed text at a hub that harvests the index: two hubs with
 * their usual settings, each a process of its own, which are notified of changes.
 */
final class ChangedTexts {

    private static final int TEXTS = 50;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path folder;
    private final Path texts;
    private final Path provider;
    private final Path hub;
    private final Path secret;
    private final Path settings;

    /**
     * Prepares the texts.
     *
     * @param folder exists, and is empty
     * @param window seconds of {@code notify-window}; negative for the usual ones
     */
    ChangedTexts(Path folder, int window) throws IOException {
        this.folder = folder;
        this.provider = folder.resolve("provider");
        this.hub = folder.resolve("hub");
        this.texts = Files.createDirectory(folder.resolve("texts"));
        this.secret = Files.writeString(folder.resolve("secret"), "known to both\n");
        this.settings = Files.writeString(folder.resolve("settings.yaml"), window < 0 ? "" : "notify-window: " + window + "\n");
        for (int i = 0; i < TEXTS; i++) {
            write(i, "before" + i);
        }
    }

    private void write(int number, String word) throws IOException {
        Files.writeString(texts.resolve("text" + number + ".txt"),
                "On many things, among them " + word + "\n" + "and more ".repeat(200));
    }

    private TimedCommand sheaf(Path data, String... arguments) throws IOException, InterruptedException {
        return SheafCommand.run(folder, data, arguments);
    }

    private ServedHub serve(Path data) throws IOException, InterruptedException {
        return ServedHub.start(data, "--config", settings.toString());
    }

    private boolean isFound(ServedHub hub, String word) throws IOException, InterruptedException {
        HttpResponse<String> page = client.send(
                HttpRequest.newBuilder(URI.create(hub.url() + "/?q=" + word)).build(),
                HttpResponse.BodyHandlers.ofString());
        return page.statusCode() == 200 && page.body().contains("/records/");
    }

    private double awaitFound(ServedHub hub, String word, long begun) throws IOException, InterruptedException {
        while (!isFound(hub, word)) {
            if (System.nanoTime() - begun > LONGEST.toNanos()) {
                throw new IOException("the text with " + word + " was not found within " + LONGEST.toSeconds() + " s");
            }
            Pause.REAL.pause(LOOK, "looking again");
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Measures some changes, one after the other, and prints the times. */
    void measure(int changes) throws IOException, InterruptedException {
        sheaf(provider, "publish", "texts", texts.toString(), "--identifier-domain", "texts.example.org");
        try (ServedHub first = serve(provider)) {
            sheaf(hub, "source", "add", "texts", first.url() + "/index/oai/texts");
            sheaf(hub, "source", "set", "texts", "--secret-file", secret.toString());
            sheaf(hub, "harvest", "texts");
            try (ServedHub second = serve(hub)) {
                sheaf(provider, "source", "set", "texts", "--secret-file", secret.toString(), "--option",
                        "notify=" + second.url());
                awaitFound(second, "before0", System.nanoTime());
                for (int i = 0; i < changes; i++) {
                    String word = "after" + i;
                    write(i, word);
                    TimedCommand publish = sheaf(provider, "publish", "texts");
                    double seconds = awaitFound(second, word, System.nanoTime());
                    System.out.printf(Locale.ROOT, "changed text %d: published in %.1f s, found %.1f s later%n", i + 1,
                            publish.seconds(), seconds);
                }
            }
        }
    }
}
