package dev.sheaf.publish.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Credentials by host, from a file in the form of {@code .netrc}: {@code machine HOST login USER password SECRET}. For SFTP, {@code key FILE}
 * names a private key, and {@code password} is then that of the key. Immutable. No message names a value of the file.
 */
public final class Logins {

    /** No credentials. */
    public static final Logins NONE = new Logins(Map.of());

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final int MOST_BYTES = 1 << 20;
    private static final String DEFAULT = "";

    private final Map<String, Login> byHost;

    private Logins(Map<String, Login> byHost) {
        this.byHost = Map.copyOf(byHost);
    }

    /**
     * Reads a file.
     *
     * @throws TreeException when it cannot be read, others may read it too, or it has another form
     */
    public static Logins read(Path file) throws TreeException {
        String text;
        try {
            checkOwner(file);
            if (Files.size(file) > MOST_BYTES) {
                throw new TreeException("the file of credentials " + file + " is too large to be one");
            }
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (TreeException failure) {
            throw failure;
        } catch (IOException failure) {
            throw new TreeException("cannot read the file of credentials " + file + ": " + LocalTree.reason(failure));
        }
        return parse(file, text);
    }

    private static void checkOwner(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.contains(PosixFilePermission.OTHERS_READ) || permissions.contains(PosixFilePermission.GROUP_READ)) {
            throw new TreeException("other accounts of this machine can read the credentials in " + file
                    + ". Keep it to yourself: chmod 600 " + file);
        }
    }

    private static Logins parse(Path file, String text) throws TreeException {
        List<String> words = SPACE.splitAsStream(text.lines().filter(line -> !line.strip().startsWith("#"))
                .reduce("", (all, line) -> all + " " + line)).filter(word -> !word.isEmpty()).toList();
        Map<String, Login> logins = new HashMap<>();
        String host = null;
        int i = 0;
        while (i < words.size()) {
            String word = words.get(i++);
            if (word.equals("default")) {
                host = DEFAULT;
                logins.put(host, new Login(null, null, null));
                continue;
            }
            String value = i < words.size() ? words.get(i) : null;
            if (value == null || host == null && !word.equals("machine")) {
                throw malformed(file);
            }
            i++;
            if (word.equals("machine")) {
                host = value.toLowerCase(Locale.ROOT);
                logins.put(host, new Login(null, null, null));
                continue;
            }
            String of = host == null ? DEFAULT : host;
            Login before = logins.getOrDefault(of, new Login(null, null, null));
            logins.put(of, switch (word) {
                case "login" -> new Login(value, before.password(), before.key());
                case "password" -> new Login(before.user(), value, before.key());
                case "key" -> new Login(before.user(), before.password(), file.resolveSibling(value));
                case "account" -> before;
                default -> throw malformed(file);
            });
        }
        return new Logins(logins);
    }

    private static TreeException malformed(Path file) {
        return new TreeException("the file of credentials " + file
                + " has another form than .netrc: machine HOST login USER password SECRET");
    }

    /** Returns the credentials for a host, or those for all hosts; empty when there are none. */
    public Optional<Login> of(String host) {
        Login login = byHost.get(host.toLowerCase(Locale.ROOT));
        return Optional.ofNullable(login == null ? byHost.get(DEFAULT) : login);
    }
}
