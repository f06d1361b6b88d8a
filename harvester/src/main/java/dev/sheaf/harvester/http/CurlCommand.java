package dev.sheaf.harvester.http;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;

/**
 * A request as a command line for curl, to make it again and see the answer. It has all headers that {@link Requests} sends, because bot
 * protection and broken compression depend on them. It never contains secrets: words in capitals mark their places for the user to fill in.
 * Stateless.
 */
public final class CurlCommand {

    private CurlCommand() {}

    /**
     * Returns the command.
     *
     * @param uri requested address
     * @param rules rules of the request
     */
    public static String of(URI uri, FetchRules rules) {
        return of(uri.toString(), rules, Requests.isHome(rules.home() == null ? uri : rules.home(), uri));
    }

    /** Returns the command for an address as it was noted, which may be invalid; the command then has no places for secrets. */
    public static String of(String address, FetchRules rules) {
        try {
            return of(URI.create(address), rules);
        } catch (IllegalArgumentException _) {
            return of(address, rules, false);
        }
    }

    private static String of(String address, FetchRules rules, boolean trusted) {
        Access access = rules.access();
        // curl decodes by the label, so that a terminal can show the result; broken compression is then curl's error.
        StringBuilder command = new StringBuilder("curl -sS -i --compressed");
        if (!trusted || !access.hasCredentials()) {
            // Without credentials, because other hosts must not see them.
            command.append(" -L --max-redirs ").append(rules.maxRedirects());
        }
        header(command, "User-Agent", rules.userAgent());
        header(command, "Accept", Requests.ACCEPT);
        header(command, "Accept-Encoding", Requests.ACCEPT_ENCODING);
        String from = rules.from();
        if (from != null) {
            header(command, "From", from);
        }
        proxy(command, access.proxy());
        String authorities = access.trust().authorities();
        if (authorities != null) {
            option(command, "--cacert", authorities);
        }
        if (trusted) {
            secrets(command, access);
        }
        // Brackets and braces of an address must not be treated as patterns.
        return command.append(" -g ").append(quoted(address)).toString();
    }

    private static void proxy(StringBuilder command, Access.@Nullable Proxy proxy) {
        if (proxy != null) {
            option(command, "--proxy", "http://" + proxy.host() + ":" + proxy.port());
            if (proxy.user() != null) {
                option(command, "--proxy-user", proxy.user() + ":PASSWORD");
            }
        }
    }

    private static void secrets(StringBuilder command, Access access) {
        switch (access.login()) {
            case null -> {
                // No credentials.
            }
            case Access.Login.Basic(String user, var _) -> option(command, "--user", user + ":PASSWORD");
            case Access.Login.Bearer _ -> header(command, "Authorization", "Bearer TOKEN");
        }
        access.headers().forEach(header -> header(command, header.name(), "VALUE"));
        Access.ClientCertificate certificate = access.certificate();
        if (certificate != null) {
            command.append(" --cert-type P12");
            // A colon would end the name of the file.
            option(command, "--cert", certificate.file().replace(":", "\\:") + ":PASSWORD");
        }
    }

    private static void header(StringBuilder command, String name, String value) {
        option(command, "-H", name + ": " + value);
    }

    private static void option(StringBuilder command, String name, String value) {
        command.append(' ').append(name).append(' ').append(quoted(value));
    }

    /** Returns a text quoted for a shell, so that no character has a special meaning. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
