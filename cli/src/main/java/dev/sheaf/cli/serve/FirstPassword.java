package dev.sheaf.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.admin.AdminPasswordCommand;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.store.HubStore;

/** Creates the password of the administration when a hub starts without one. */
public final class FirstPassword {

    /** Name of the file in the data directory that contains the first password until a person deletes it. */
    static final String FILE = "first-password";

    private FirstPassword() {}

    /**
     * Sets the password of the configuration.
     *
     * @return false if the configuration names none
     */
    static boolean configure(Program program, CommandSpec spec, Configuration configuration, HubStore store) {
        @Nullable
        String file = configuration.text(Setting.ADMIN_PASSWORD_FILE).orElse(null);
        if (file == null) {
            return false;
        }
        AdminPassword password = new AdminPassword(store.administration());
        String configured = AdminPasswordCommand.chosen(program, spec, Setting.ADMIN_PASSWORD_FILE.key(), file);
        // Set only when it differs, because setting a password ends all sessions.
        if (!password.matches(configured)) {
            try {
                password.set(configured, program.surroundings().clock().instant());
            } catch (StoreException failure) {
                // A hub that cannot write still serves its records.
                program.console().problem("The password in " + file + " was not set (" + failure.getMessage()
                        + "). The former one, if any, is valid until the next start.");
            }
        }
        return true;
    }

    /**
     * Shows the first password on a terminal. Without a terminal it is written to a file that only its owner may read, because many may
     * read the journal with the standard error of a service.
     */
    static void tell(Program program, Path dataDir, String address, String password) {
        String where = "The administration is at " + address + Routes.ADMIN + "; its password is ";
        String how = "\nTo set another: sheaf admin password";
        // Shown only once, so --quiet does not suppress it.
        if (program.surroundings().terminal()) {
            program.console().problem(where + password + "\nIt is not shown again." + how);
            return;
        }
        Path file = dataDir.resolve(FILE);
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, ownerOnly(file));
            Files.writeString(file, password + "\n");
            program.console().problem(where + "in the file " + file + "\nRead it and delete the file." + how);
        } catch (IOException failure) {
            throw new CommandFailedException("the first password cannot be written to " + file + " (" + failure.getMessage()
                    + "). Set one yourself: sheaf admin password", failure);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }

    /** Generates the first password; empty if there is one already. */
    public static Optional<String> draw(HubStore store, Instant now) {
        if (store.administration().password().isPresent()) {
            return Optional.empty();
        }
        String drawn = AdminPassword.generate();
        return store.administration().putFirst(AdminPassword.hash(drawn), now) ? Optional.of(drawn) : Optional.empty();
    }
}
