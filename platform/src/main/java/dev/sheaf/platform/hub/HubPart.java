package dev.sheaf.platform.hub;

import java.util.List;
import java.util.Optional;

import dev.sheaf.platform.server.Endpoint;

/**
 * The part of a running hub that a {@link Feature} adds. A hub opens its parts in the order of the features, starts them in this order once
 * its server answers, and closes them in the reverse once it does not answer any more. Thread-safe.
 */
public interface HubPart extends AutoCloseable {

    /** A part that does nothing: that of a feature with commands alone. */
    HubPart NONE = new HubPart() {
    };

    /** Returns a part that only answers. */
    static HubPart of(Endpoint... endpoints) {
        List<Endpoint> all = List.of(endpoints);
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return all;
            }
        };
    }

    /** Returns what answers under its paths. Endpoints of earlier features are registered first. */
    default List<Endpoint> endpoints() {
        return List.of();
    }

    /** Begins its background work. Called once at most, not when the hub fails to start. */
    default void start() {}

    /** Reports that something was saved in the store. Returns at once. */
    default void saved() {}

    /** Returns a sentence for the operator about what it offers now; empty when there is nothing to say. */
    default Optional<String> notice() {
        return Optional.empty();
    }

    /** Ends its background work. Called once, also when {@link #start} was not. */
    @Override
    default void close() {}
}
