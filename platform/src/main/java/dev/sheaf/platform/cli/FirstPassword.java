package dev.sheaf.platform.cli;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.platform.store.SqliteRecordStore;

/** Sees to it that a hub that starts has a password for its administration. */
final class FirstPassword {

    private FirstPassword() {}

    /**
     * Sets the configured password, or draws the first one.
     *
     * @return the one that was drawn: to be shown this once; empty when there is one already
     */
    static Optional<String> prepare(Sheaf sheaf, CommandSpec spec, Configuration configuration, SqliteRecordStore store) {
        AdminPassword password = new AdminPassword(store.administration());
        Instant now = sheaf.surroundings().clock().instant();
        @Nullable
        String file = configuration.text(Setting.ADMIN_PASSWORD_FILE).orElse(null);
        if (file != null) {
            String configured = AdminPasswordCommand.chosen(sheaf, spec, Setting.ADMIN_PASSWORD_FILE.key(), file);
            // Set anew only when it differs: sessions end with it.
            if (!password.matches(configured)) {
                password.set(configured, now);
            }
            return Optional.empty();
        }
        return draw(store, now);
    }

    /** Draws the first password; empty when there is one already. */
    static Optional<String> draw(SqliteRecordStore store, Instant now) {
        if (store.administration().password().isPresent()) {
            return Optional.empty();
        }
        String drawn = AdminPassword.generate();
        return store.administration().putFirst(AdminPassword.hash(drawn), now) ? Optional.of(drawn) : Optional.empty();
    }
}
