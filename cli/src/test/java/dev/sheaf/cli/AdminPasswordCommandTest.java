package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.serve.FirstPassword;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

class AdminPasswordCommandTest {

    @TempDir
    Path folder;

    @Test
    void generatedPassword_isPrinted_andReplacesTheFormerOne() throws Exception {
        Typed drawn = Typed.in(folder, "admin", "password");
        assertThat(drawn.status()).as(drawn.err()).isZero();
        assertThat(drawn.out().strip()).matches("([a-z2-9]{4}-){4}[a-z2-9]{4}");
        assertThat(drawn.err()).contains("not shown again").doesNotContain(drawn.out().strip());
        try (HubStore store = open()) {
            assertThat(new AdminPassword(store.administration()).matches(drawn.out().strip())).isTrue();
            assertThat(FirstPassword.draw(store, Instant.EPOCH)).as("there is one already").isEmpty();
        }
        Files.writeString(folder.resolve("secret"), "a password of my own\n");
        Typed chosen = Typed.in(folder, "admin", "password", "--password-file", "secret");
        assertThat(chosen.status()).as(chosen.err()).isZero();
        assertThat(chosen.out() + chosen.err()).doesNotContain("of my own");
        try (HubStore store = open()) {
            AdminPassword password = new AdminPassword(store.administration());
            assertThat(password.matches("a password of my own")).isTrue();
            assertThat(password.matches(drawn.out().strip())).isFalse();
        }
    }

    @Test
    void shortPassword_isRefusedAndNotShown() throws Exception {
        Files.writeString(folder.resolve("secret"), "tooshort");
        Typed refused = Typed.in(folder, "admin", "password", "--password-file", "secret");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("from 12 to 1000 characters").doesNotContain("tooshort");
        assertThat(Typed.in(folder, "admin").status()).isEqualTo(2);
    }

    private HubStore open() {
        return HubStores.open(folder.resolve("sheaf-data"),
                new HubIdentity("Test", "admin@example.org", "hub.example.org"),
                InstantSource.system());
    }
}
