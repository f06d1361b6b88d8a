package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LoginsTest {

    @TempDir
    private Path folder = Path.of("");

    private Path file(String text, String permissions) throws IOException {
        Path file = folder.resolve("netrc");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void credentials_areFoundByHost_orForAllHosts() throws IOException {
        Logins logins = Logins.read(file("""
                # mine
                machine FTP.example.org login me password s3cret
                machine sftp.example.org
                    login you key keys/id
                default login anonymous password me@example.org
                """, "rw-------"));
        assertThat(logins.of("ftp.example.org")).contains(new Login("me", "s3cret", null));
        assertThat(logins.of("sftp.example.org")).contains(new Login("you", null, folder.resolve("keys/id")));
        assertThat(logins.of("other.example.org")).contains(new Login("anonymous", "me@example.org", null));
        assertThat(logins.of("ftp.example.org").orElseThrow()).asString().doesNotContain("s3cret");
    }

    @Test
    void fileThatOthersCanRead_isRefused() throws IOException {
        Path file = file("machine a login b password s3cret", "rw-r-----");
        assertThatThrownBy(() -> Logins.read(file)).isInstanceOf(TreeException.class).hasMessageContaining("chmod 600 " + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"machine", "login me password s3cret", "machine a login b password s3cret macdef",
            "host a user s3cret"})
    void anotherForm_isRefused_withoutQuotingIt(String text) throws IOException {
        Path file = file(text, "rw-------");
        assertThatThrownBy(() -> Logins.read(file)).isInstanceOf(TreeException.class).hasMessageContaining("another form")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource({"papers, /home/me/papers", "../x/./y, /home/x/y", "file:///srv/a%20b, /srv/a b",
            "HTTP://example.org/x, HTTP://example.org/x/", "sftp://me@example.org/a/../b, sftp://me@example.org/b/",
            "webdavs://example.org/dav/, webdavs://example.org/dav/"})
    void addresses_areKeptInOneForm(String given, String kept) throws TreeException {
        assertThat(FileTrees.address(given, Path.of("/home/me"))).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://me:s3cret@example.org/", "gopher://example.org/s3cret", "http://me@example.org/?s3cret",
            "ftp://exa mple.org/s3cret:@", "sftp:s3cret"})
    void addressesWithPasswords_andOthersThatCannotBeRead_areRefused(String given) {
        assertThatThrownBy(() -> FileTrees.address(given, folder)).isInstanceOf(TreeException.class)
                .satisfies(failure -> {
                    if (given.contains("me:s3cret")) {
                        assertThat(failure).hasMessageContaining("--secrets").hasMessageNotContaining("s3cret");
                    }
                });
    }
}
