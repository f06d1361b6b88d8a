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
 * Guard that admits only administrators: browsers by a session, programs by the password in the {@code Authorization} header (Bearer or
 * Basic, RFC 6750 and 7617). Thread-safe.
 */
public final class AdminGuard {

    /** Name of the form field that contains {@link Session#formToken}. */
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
     * Creates the guard of a hub.
     *
     * @param clients rules that determine the address of a request's client
     * @param baseUrl public address of the hub; under https the cookie is never sent without encryption
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

        /** The password is right. */
        record Right() implements Answer {}

        /** The password is wrong, or none is set. */
        record Wrong() implements Answer {}

        /**
         * The password was not checked, because too many were wrong before or wait for their check.
         *
         * @param left time until the next one is checked
         */
        record TooMany(Duration left) implements Answer {}
    }

    /** Returns whether no password is set, so that nobody is admitted. */
    public boolean isClosed() {
        return !password.isSet();
    }

    /** Returns true if a request carries a session or a password, whether or not they are right. Its answer must not be kept for others. */
    public static boolean hasCredentials(Context context) {
        return context.header("Authorization") != null || context.cookie(COOKIE) != null;
    }

    private Answer tried(Context context, String given) {
        String client = clients.of(context).client().toString();
        // The last right password is compared first, so that guesses by others at the same address do not lock out users who know it.
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

    /** Checks a password from a form. If it is right, the response to this request begins a session. */
    public Answer login(Context context, String given) {
        Answer answer = tried(context, given);
        PasswordHash openedBy = password.current();
        if (answer instanceof Answer.Right && openedBy != null) {
            end(context);
            context.cookie(cookie(sessions.begin(openedBy), -1));
        }
        return answer;
    }

    /** Returns the session of a browser; empty if the browser has to send the password. */
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

    /** Returns whether a form was sent by a page of this session, and not by a page of another site. */
    public boolean isOwnForm(Context context, Session session, @Nullable String formToken) {
        return isSameSite(context) && session.isOwnForm(formToken);
    }

    /**
     * Returns false if the browser states that a page of another site made the request. Programs and older browsers state nothing; other
     * checks apply to them.
     */
    public boolean isSameSite(Context context) {
        String from = context.header("Origin");
        String site = context.header("Sec-Fetch-Site");
        String host = context.header("Host");
        // A hub often has a second name, such as localhost, so the requested host counts as its own.
        boolean isOwnOrigin = from == null || from.equalsIgnoreCase(origin)
                || from.equals("null") && "same-origin".equals(site)
                || from.equalsIgnoreCase("http://" + host) || from.equalsIgnoreCase("https://" + host);
        return isOwnOrigin && (site == null || site.equals("same-origin") || site.equals("none"));
    }

    /** Checks the Authorization header of a program; a missing header is wrong. */
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

    /** Returns the password. The name before the colon is ignored, because there is only one administrator. */
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
