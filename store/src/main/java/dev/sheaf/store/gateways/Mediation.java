package dev.sheaf.store.gateways;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A static repository that was initiated at the gateway of this hub.
 *
 * @param address host, port and path of the file, without scheme and in one spelling; the key
 * @param url complete address of the file
 * @param state whether the gateway answers for it
 * @param client address of the client that initiated it
 * @param since time of the last change of the state
 * @param failing first of the successive checks that did not find a valid file; null when the last check found one
 * @param reason reason of the failure or of the end, for people; empty for none
 */
public record Mediation(String address, String url, State state, String client, Instant since, @Nullable Instant failing,
        String reason) {

    /** State of a mediation. */
    public enum State {
        /** The gateway answers harvesters for the file. */
        ACTIVE,
        /** The gateway has ended the mediation, and remembers why. */
        ENDED
    }

    /** Returns a mediation that begins. */
    public static Mediation begun(String address, String url, String client, Instant at) {
        return new Mediation(address, url, State.ACTIVE, client, at, null, "");
    }

    /** Returns true if the gateway answers harvesters for the file. */
    public boolean isActive() {
        return state == State.ACTIVE;
    }
}
