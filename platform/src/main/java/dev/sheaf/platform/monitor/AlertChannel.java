package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.util.List;

/** Channel that informs operators of changes. Called by one thread at a time. */
public interface AlertChannel {

    /** Returns the channel's name for the log, without secrets. */
    String name();

    /**
     * Sends one message about some changes.
     *
     * @param changes at least one, oldest first
     * @throws IOException if the message did not arrive; the exception states the reason and contains no secret
     */
    void send(List<StateChange> changes) throws IOException;
}
