package dev.sheaf.platform.server.access;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Limit;
import dev.sheaf.core.Sha256;
import dev.sheaf.store.PasswordHash;

/** Sessions of this process; they end with it. Bounded; thread-safe. */
final class Sessions {

    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LONGEST = Duration.ofDays(7);
    private static final int MOST = Limit.SESSIONS.count();
    private static final int TOKEN_BYTES = 32;

    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    /** Sessions by hashes of their tokens, so that the time of a look-up reveals nothing about a token. */
    private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);

    Sessions(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Begins a session.
     *
     * @return its token, for a cookie
     */
    synchronized String begin(PasswordHash openedBy) {
        String token = token();
        sessions.put(hash(token), new Session(token(), openedBy, clock.instant()));
        if (sessions.size() > MOST) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        return token;
    }

    /** Returns the session of a token; empty if it was idle or has lasted for too long. */
    synchronized Optional<Session> find(String token) {
        String key = hash(token);
        Session session = sessions.get(key);
        Instant now = clock.instant();
        if (session == null || now.isAfter(session.used().plus(IDLE)) || now.isAfter(session.begun().plus(LONGEST))) {
            sessions.remove(key);
            return Optional.empty();
        }
        session.use(now);
        return Optional.of(session);
    }

    synchronized void end(String token) {
        sessions.remove(hash(token));
    }

    private String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hash(String token) {
        return Base64.getEncoder().encodeToString(
                Sha256.of(token.getBytes(StandardCharsets.UTF_8)));
    }
}
