package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Two installations that tell each other what is new, by commands and by themselves, over real HTTP. */
class AnnouncingCommandsTest {

    @TempDir
    Path folder = Path.of("");
    private Path hub = Path.of("");
    private Path library = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        hub = Files.createDirectory(folder.resolve("hub"));
        library = Files.createDirectory(folder.resolve("library"));
        for (Path place : List.of(hub, library)) {
            Files.writeString(place.resolve("secret.txt"), "known to both\n");
        }
        records(1, 2);
    }

    private void records(int... numbers) throws IOException {
        StringBuilder lines = new StringBuilder("id,title\n");
        for (int number : numbers) {
            lines.append(number).append(",Book ").append(number).append('\n');
        }
        Files.writeString(library.resolve("books.csv"), lines);
        good(Typed.in(library, "import", "library", "books.csv"));
    }

    private static Typed good(Typed typed) {
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    private static String found(Path place, String query) {
        return good(Typed.in(place, "search", query, "--json")).out();
    }

    /** Waits for what a hub does by itself. */
    private static void until(java.util.function.BooleanSupplier done) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it has not happened").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private void registerPushed() {
        good(Typed.in(hub, "source", "add", "library", "--push"));
        good(Typed.in(hub, "source", "set", "library", "--secret-file", "secret.txt"));
    }

    @Test
    void push_bringsRecordsToAHubThatCannotReachTheirSource() throws Exception {
        registerPushed();
        try (Typed.Serving serving = Typed.serving(hub)) {
            Typed pushed = good(
                    Typed.in(library, "push", serving.address(), "--source", "library", "--secret-file", "secret.txt"));
            assertThat(pushed.err()).contains("2 records have arrived");
            records(1, 3);
            good(Typed.in(library, "push", serving.address(), "--source", "library", "--secret-file", "secret.txt"));
            // Records that changed in the second of the last push come once more, and change nothing.
            good(Typed.in(library, "push", serving.address(), "--source", "library", "--secret-file", "secret.txt"));
        }
        assertThat(good(Typed.in(hub, "source", "list", "--json")).out()).contains("\"records\":2", "\"deleted\":1",
                "\"state\":\"idle\"");
        assertThat(good(Typed.in(hub, "source", "show", "library")).out()).contains("complete");
        Typed harvested = Typed.in(hub, "harvest", "library");
        assertThat(harvested.status()).isEqualTo(1);
        assertThat(harvested.err()).contains("pushes");
    }

    @Test
    void sendsRecordsAgainUnderAnotherId() throws Exception {
        registerPushed();
        good(Typed.in(hub, "source", "add", "other", "--push"));
        good(Typed.in(hub, "source", "set", "other", "--secret-file", "secret.txt"));
        try (Typed.Serving serving = Typed.serving(hub)) {
            String[] push = {"push", serving.address(), "--source", "library", "--secret-file", "secret.txt", "--as", "library"};
            assertThat(good(Typed.in(library, push)).err()).contains("2 records have arrived");
            push[7] = "other";
            assertThat(good(Typed.in(library, push)).err()).contains("2 records have arrived");
            push[7] = "absent";
            assertThat(Typed.in(library, push).status()).isEqualTo(1);
        }
        assertThat(found(hub, "book")).contains("\"source\":\"library\"", "\"source\":\"other\"");
    }

    @Test
    void wrongSecret_isReported_andNothingIsStored() throws Exception {
        registerPushed();
        Files.writeString(library.resolve("secret.txt"), "guessed");
        try (Typed.Serving serving = Typed.serving(hub)) {
            Typed pushed = Typed.in(library, "push", serving.address(), "--source", "library", "--secret-file", "secret.txt");
            assertThat(pushed.status()).isEqualTo(1);
            assertThat(pushed.err()).contains("signature does not match").doesNotContain("guessed");
            Typed notified = Typed.in(library, "notify", serving.address(), "--base-url", "https://library.example.org/oai",
                    "--secret-file",
                    "secret.txt");
            assertThat(notified.status()).isEqualTo(1);
            assertThat(notified.err()).contains("notSubscribed");
        }
        assertThat(good(Typed.in(hub, "source", "list", "--json")).out()).contains("\"records\":0");
    }

    @Test
    void servedRepository_pushesEachChange() throws Exception {
        registerPushed();
        try (Typed.Serving receiving = Typed.serving(hub)) {
            good(Typed.in(library, "source", "set", "library", "--secret-file", "secret.txt", "--option",
                    "push-to=" + receiving.address()));
            Files.writeString(library.resolve("sheaf.yaml"), "notify-window: 0\n");
            try (Typed.Serving sending = Typed.serving(library, "--config", "sheaf.yaml")) {
                assertThat(sending.address()).isNotBlank();
                until(() -> found(hub, "book").contains("\"total\":2"));
                records(1, 2, 3);
                until(() -> found(hub, "book").contains("\"total\":3"));
            }
        }
    }

    @Test
    void notificationOfAServedRepository_makesTheHubHarvest() throws Exception {
        Files.writeString(library.resolve("sheaf.yaml"), "notify-window: 0\n");
        Files.writeString(hub.resolve("sheaf.yaml"), "notify-window: 0\nnotify-interval: 0\n");
        try (Typed.Serving sending = Typed.serving(library, "--config", "sheaf.yaml")) {
            good(Typed.in(hub, "source", "add", "library", sending.address() + "/oai/library"));
            good(Typed.in(hub, "source", "set", "library", "--secret-file", "secret.txt"));
            good(Typed.in(hub, "harvest", "library"));
            try (Typed.Serving receiving = Typed.serving(hub, "--config", "sheaf.yaml")) {
                assertThat(good(Typed.in(library, "notify", receiving.address(), "--base-url", sending.address() + "/oai/library",
                        "--secret-file", "secret.txt")).out()).isEqualTo("accepted\n");
                good(Typed.in(library, "source", "set", "library", "--secret-file", "secret.txt", "--option",
                        "notify=" + receiving.address()));
                records(1, 2, 3);
                until(() -> found(hub, "book").contains("\"total\":3"));
            }
        }
    }

    @Test
    void signsNotifications() {
        Typed typed = Typed.in(library, "source", "set", "library", "--option", "notify=https://hub.example.org");

        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.err()).contains("--secret-file");
    }

    @Test
    void unreadableSecret_changesNothing_andNoSuccessIsReported() {
        Typed typed = Typed.in(library, "source", "set", "library", "--name", "Other", "--secret-file", "absent.txt");

        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.err()).contains("absent.txt").doesNotContain("changed");
        assertThat(good(Typed.in(library, "source", "show", "library")).out()).doesNotContain("Other");
    }
}
