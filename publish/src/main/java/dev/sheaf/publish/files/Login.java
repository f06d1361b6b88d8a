package dev.sheaf.publish.files;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Credentials for one host. Its text form hides them.
 *
 * @param user name of the account; null when the address names it
 * @param password null for none; of the key, where there is one
 * @param key file with a private key for SFTP; null for none
 */
public record Login(@Nullable String user, @Nullable String password, @Nullable Path key) {

    @Override
    public String toString() {
        return "Login[user=" + user + (password == null ? "" : ", password=…") + (key == null ? "" : ", key=" + key) + "]";
    }
}
