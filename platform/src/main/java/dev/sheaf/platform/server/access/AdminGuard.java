package dev.sheaf.platform.server.access;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.PasswordHash;

/**
 * Admits administrators only: browsers by a session, programs by the password in the {@code Authorization} header (Bearer or
 * Basic, RFC 6750 and 7617). Thread-safe.
 */
public final class AdminGuard {

    /** Name of the field in forms that holds {@link Session#formToken}. */
    public static final String FORM_TOKEN = "form-token";
    private static final String COOKIE = "sheaf-session";

    private final AdminPassword password;
    private final Sessions sessions;
    private final Attempts attempts;
    private final PasswordQueue queue = new PasswordQueue();
    private final ClientAddresses clients;
    private final String baseUrl;
    private final String origin;

    /**
     * Guards a hub.
     *
     * @param clients finds the client of a request
     * @param baseUrl of the hub as the world sees it: under https the cookie never goes out without encryption
     */
    public AdminGuard(AdminPassword password, ClientAddresses clients, String baseUrl, InstantSource clock) {
        this.password = password;
        this.sessions = new Sessions(clock);
        this.attempts = new Attempts(clock);
        this.clients = clients;
        this.baseUrl = baseUrl;
        URI uri = URI.create(baseUrl);
        this.origin = uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** Result of checking a password. */
    public sealed interface Answer {

        /** It is right. */
        record Right() implements Answer {}

        /** It is wrong, or none is set. */
        record Wrong() implements Answer {}

        /**
         * Too many were wrong before, or wait to be looked at: it was not looked at.
         *
         * @param left until the next one is
         */
        record TooMany(Duration left) implements Answer {}
    }

    /** Returns whether no password is set: nobody can be let in. */
    public boolean isClosed() {
        return !password.isSet();
    }

    private Answer tried(Context context, String given) {
        String client = clients.of(context).client().toString();
        // The password that was right before first: strangers at the same address cannot lock out who knows it.
        if (attempts.compares(client) && password.isKnown(given)) {
            attempts.right(client);
            return new Answer.Right();
        }
        Duration wait = attempts.begin(client);
        if (wait.isPositive()) {
            return new Answer.TooMany(wait);
        }
        if (!AdminPassword.isPossible(given)) {
            return new Answer.Wrong();
        }
        Optional<Boolean> right = queue.compute(() -> password.matches(given), attempts.delay());
        if (right.isEmpty()) {
            attempts.notMade(client);
            return new Answer.TooMany(Attempts.DELAY);
        }
        if (right.get()) {
            attempts.right(client);
            return new Answer.Right();
        }
        return new Answer.Wrong();
    }

    /** Takes the password from a form; when it is right, the answer to this request begins a session. */
    public Answer login(Context context, String given) {
        Answer answer = tried(context, given);
        PasswordHash openedBy = password.current();
        if (answer instanceof Answer.Right && openedBy != null) {
            end(context);
            context.cookie(cookie(sessions.begin(openedBy), -1));
        }
        return answer;
    }

    /** Returns the session of a browser; empty when the password has to be given, again or for the first time. */
    public Optional<Session> session(Context context) {
        String token = context.cookie(COOKIE);
        if (token == null) {
            return Optional.empty();
        }
        PasswordHash current = password.current();
        return sessions.find(token).filter(session -> current != null && session.openedBy().isSame(current));
    }

    /** Ends the session of a browser. */
    public void logout(Context context) {
        end(context);
        context.cookie(cookie("", 0));
    }

    private void end(Context context) {
        String token = context.cookie(COOKIE);
        if (token != null) {
            sessions.end(token);
        }
    }

    private Cookie cookie(String value, int maxAge) {
        String path = URI.create(baseUrl).getRawPath();
        return new Cookie(COOKIE, value, (path == null ? "" : path) + Routes.ADMIN, maxAge,
                baseUrl.startsWith("https:"), true, null, SameSite.STRICT);
    }

    /** Returns whether a form was sent by a page of this session, not by another site that a browser was lured to. */
    public boolean isOwnForm(Context context, Session session, @Nullable String formToken) {
        return isSameSite(context) && session.isOwnForm(formToken);
    }

    /**
     * False when the browser itself says that another site has made it ask. Programs say nothing of the kind; browsers that do not are
     * kept out by the other checks.
     */
    public boolean isSameSite(Context context) {
        String from = context.header("Origin");
        String site = context.header("Sec-Fetch-Site");
        String host = context.header("Host");
        // A hub is often reached under a second name, such as localhost: what the browser asked counts as its own.
        boolean isOwnOrigin = from == null || from.equalsIgnoreCase(origin)
                || from.equals("null") && "same-origin".equals(site)
                || from.equalsIgnoreCase("http://" + host) || from.equalsIgnoreCase("https://" + host);
        return isOwnOrigin && (site == null || site.equals("same-origin") || site.equals("none"));
    }

    /** Looks at what a program sends in its Authorization header; wrong when there is none. */
    public Answer program(Context context) {
        String header = context.header("Authorization");
        String given = header == null ? null : secret(header.strip());
        return given == null ? new Answer.Wrong() : tried(context, given);
    }

    private static @Nullable String secret(String header) {
        int space = header.indexOf(' ');
        String scheme = space < 0 ? "" : header.substring(0, space).toLowerCase(Locale.ROOT);
        String rest = header.substring(space + 1).strip();
        return switch (scheme) {
            case "bearer" -> rest;
            case "basic" -> ofBasic(rest);
            default -> null;
        };
    }

    /** The name before the colon is not looked at: there is one administrator. */
    private static @Nullable String ofBasic(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? null : pair.substring(colon + 1);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
