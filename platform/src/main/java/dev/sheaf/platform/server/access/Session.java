package dev.sheaf.platform.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.PasswordHash;

/** Session of a browser after the password was entered. Thread-safe. */
public final class Session {

    private final String formToken;
    private final PasswordHash openedBy;
    private final Instant begun;
    private volatile Instant used;
    private @Nullable Notice notice;

    /**
     * Message for the next page.
     *
     * @param good false if an action failed
     * @param text text for people
     */
    public record Notice(boolean good, String text) {}

    Session(String formToken, PasswordHash openedBy, Instant begun) {
        this.formToken = formToken;
        this.openedBy = openedBy;
        this.begun = begun;
        this.used = begun;
    }

    /** Returns the token in every form of the hub's own pages. Other sites cannot know it. */
    public String formToken() {
        return formToken;
    }

    boolean isOwnForm(@Nullable String token) {
        return token != null && MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                formToken.getBytes(StandardCharsets.UTF_8));
    }

    PasswordHash openedBy() {
        return openedBy;
    }

    Instant begun() {
        return begun;
    }

    Instant used() {
        return used;
    }

    void use(Instant now) {
        used = now;
    }

    /** Sets the message for the next page. */
    public synchronized void leave(Notice left) {
        notice = left;
    }

    /** Returns and removes the message about the last action; empty if there is none. */
    public synchronized Optional<Notice> notice() {
        Notice left = notice;
        notice = null;
        return Optional.ofNullable(left);
    }
}
