package dev.sheaf.core.store;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
  * A password or token. Only {@link #reveal()} returns it; in logs and messages it is {@value #MASK}. Immutable.
 */
public final class Secret {

    /** Text that is shown in place of a secret. */
    public static final String MASK = "••••";

    private final @Nullable String text;
    private final String unreadable;

    private Secret(@Nullable String text, String unreadable) {
        this.text = text;
        this.unreadable = unreadable;
    }

    /** Creates a secret with a known text. */
    public static Secret of(String text) {
        return new Secret(Objects.requireNonNull(text), "");
    }

    /**
     * Creates a secret that is stored but cannot be read, because its key is missing or wrong.
     *
     * @param why the fault and its remedy, for people
     */
    public static Secret unreadable(String why) {
        return new Secret(null, why);
    }

    /**
     * Returns the secret itself.
     *
     * @throws StoreException if it cannot be read; the message names the remedy
     */
    public String reveal() {
        if (text == null) {
            throw new StoreException(unreadable);
        }
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && Objects.equals(text, secret.text) && unreadable.equals(secret.unreadable);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, unreadable);
    }

    /** Returns {@link #MASK} and never the secret. */
    @Override
    public String toString() {
        return MASK;
    }
}
