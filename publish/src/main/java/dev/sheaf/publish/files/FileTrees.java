package dev.sheaf.publish.files;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;

/**
 * Opens storage hierarchies by their addresses.
 *
 * @param logins credentials by host
 * @param fetcher for web servers
 * @param rules for web servers, without credentials
 * @param pause waits between requests to a web server
 * @param temporary folder for copies; the caller's
 */
public record FileTrees(Logins logins, HttpFetcher fetcher, FetchRules rules, Pause pause, Path temporary) {

    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):.*", Pattern.DOTALL);

    /**
     * Brings an address into the form in which it is kept: local paths become absolute.
     *
     * @param folder against which local paths are resolved
     * @throws TreeException when it is none of the addresses that can be read, or has a password in it; the message does not show it
     */
    public static String address(String given, Path folder) throws TreeException {
        String scheme = scheme(given);
        try {
            return switch (scheme) {
                case "" -> folder.resolve(given).normalize().toString();
                case "file" -> Path.of(new URI(given)).normalize().toString();
                case "http", "https", "webdav", "webdavs", "ftp", "ftps", "sftp" -> remote(given);
                default -> throw new TreeException("'" + scheme
                        + ":' is not among the places that can be read: local folders and archives (.zip, .tar, .tgz, .tar.gz,"
                        + " .tar.bz2), ftp, ftps, sftp, webdav, webdavs, http, https");
            };
        } catch (URISyntaxException | IllegalArgumentException failure) {
            // The message of the exception may quote the address with all that is in it.
            throw new TreeException("one of the addresses is not well-formed: it begins with " + scheme + ":");
        }
    }

    private static String remote(String given) throws TreeException, URISyntaxException {
        URI uri = new URI(given);
        String user = uri.getRawUserInfo();
        if (user != null && user.indexOf(':') >= 0) {
            throw new TreeException("the address at " + uri.getHost()
                    + " has a password in it, which others could read. Write it into a file in the form of .netrc, and give"
                    + " --secrets FILE");
        }
        if (uri.getHost() == null) {
            throw new TreeException("'" + given + "' names no host");
        }
        boolean isWeb = uri.getScheme().toLowerCase(Locale.ROOT).startsWith("http")
                || uri.getScheme().toLowerCase(Locale.ROOT).startsWith("webdav");
        if (isWeb && (user != null || uri.getRawQuery() != null || uri.getRawFragment() != null)) {
            throw new TreeException("'" + given + "' has more in it than scheme, host and path");
        }
        String plain = uri.normalize().toString();
        return plain.endsWith("/") ? plain : plain + "/";
    }

    private static String scheme(String address) {
        java.util.regex.Matcher matcher = SCHEME.matcher(address);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    }

    /**
     * Opens a tree; remote servers may be asked.
     *
     * @param address as {@link #address} returns it
     * @param base address under which the files are on the web; null when they are not, or the address says it
     */
    public FileTree open(String address, @Nullable String base) throws TreeException {
        String prefix = base == null || base.endsWith("/") ? base : base + "/";
        try {
            return switch (scheme(address)) {
                case "" -> local(Path.of(address), prefix);
                case "http", "https" -> web(URI.create(address), false);
                case "webdav", "webdavs" -> web(URI.create("http" + address.substring("webdav".length())), true);
                default -> VfsTree.open(address, prefix, logins, temporary);
            };
        } catch (InvalidPathException failure) {
            throw new TreeException("there can be no file or folder " + address, failure);
        }
    }

    private FileTree local(Path path, @Nullable String prefix) throws TreeException {
        return Files.isRegularFile(path) && ArchiveTree.is(path.toString())
                ? ArchiveTree.open(path, prefix, temporary)
                : new LocalTree(path, prefix);
    }

    private FileTree web(URI root, boolean isDav) {
        String host = root.getHost();
        Login login = host == null ? null : logins.of(host).orElse(null);
        String user = login == null ? null : login.user();
        String password = login == null ? null : login.password();
        Access polite = rules.access().withObeyRobots(true);
        FetchRules own = rules.withAccess(user == null || password == null
                ? polite
                : polite.withLogin(new Access.Login.Basic(user, Secret.of(password))), root);
        return new HttpTree(root, isDav, fetcher, own, pause);
    }
}
