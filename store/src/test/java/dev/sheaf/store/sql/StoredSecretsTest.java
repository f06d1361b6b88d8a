package dev.sheaf.store.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoredSecretsTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final Source SOURCE = source(PASSWORD);

    @TempDir
    private Path folder;

    private static Source source(String password) {
        Source source = Source.harvested("a", "https://a.example.org/oai");
        return source.withSettings(source.settings().withAccess(Access.DEFAULT
                .withLogin(new Access.Login.Basic("reader", Secret.of(password)))
                .withHeaders(List.of(new Access.Header("X-Api-Key", Secret.of("key-" + password))))));
    }

    private HubStore open() {
        return HubStores.open(folder, new HubIdentity("Hub", "admin@example.org", "hub.example.org"),
                SettableClock.at("2024-05-10T09:00:00Z"));
    }

    private Path key() {
        return folder.resolve("secrets.key");
    }

    @Test
    void secrets_areReadableInNoFileOfTheDataDirectory() throws IOException {
        try (HubStore store = open()) {
            store.put(SOURCE);
        }
        try (HubStore store = open(); Stream<Path> files = Files.walk(folder)) {
            assertThat(store.source("a")).contains(SOURCE);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as(file.toString())
                        .doesNotContain(PASSWORD);
            }
        }
    }

    @Test
    void keyFile_existsOnlyWithSecrets_andIsReadableByItsOwnerOnly() throws IOException {
        try (HubStore store = open()) {
            store.put(Source.harvested("b", "https://b.example.org/oai"));
            assertThat(key()).doesNotExist();
            store.put(SOURCE);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key()))).isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("secrets"))).containsExactly(key());
        }
    }

    @Test
    void sourceWhoseKeyIsLost_isReadable_andItsSecretNamesTheRemedy() throws IOException {
        try (HubStore store = open()) {
            store.put(SOURCE);
        }
        Files.delete(key());
        try (HubStore store = open()) {
            Source found = store.source("a").orElseThrow();
            assertThat(found.baseUrl()).isEqualTo(SOURCE.baseUrl());
            Access.Login login = found.settings().access().login();
            assertThat(login).isInstanceOfSatisfying(Access.Login.Basic.class, basic -> {
                assertThat(basic.user()).isEqualTo("reader");
                assertThatThrownBy(() -> basic.password().reveal()).isInstanceOf(StoreException.class)
                        .hasMessageContainingAll("secrets.key", "source set");
            });
            assertThatThrownBy(() -> store.put(found)).isInstanceOf(StoreException.class).hasMessageContaining("secrets.key");
            store.put(source("another"));
            assertThat(store.source("a")).contains(source("another"));
        }
    }

    @Test
    void secretCopiedToAnotherSource_cannotBeRead() {
        SecretBox box = new SecretBox(folder);
        byte[] sealed = box.seal(new byte[]{1, 2, 3}, 1);
        assertThat(box.open(sealed, 1)).containsExactly(1, 2, 3);
        assertThatThrownBy(() -> box.open(sealed, 2)).isInstanceOf(StoreException.class);
        assertThat(box.seal(new byte[]{1, 2, 3}, 1)).isNotEqualTo(sealed);
    }

    @Test
    void removedSource_leavesNoSecretBehind() {
        try (HubStore store = open()) {
            store.put(SOURCE);
            store.remove("a", true);
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            assertThat(store.source("a").orElseThrow().settings().access()).isEqualTo(Access.DEFAULT);
        }
    }

    @Test
    void printedValues_showNoSecret() {
        assertThat(SOURCE.toString()).contains("reader", Secret.MASK).doesNotContain(PASSWORD);
    }
}
