package dev.sheaf.platform.hub;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.description.Description;
import dev.sheaf.platform.monitor.Figure;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.provider.AddedAbout;

/**
 * The part of a running hub that a {@link Feature} adds. A hub opens its parts in the order of the features, starts them in this order when
 * its server answers, and closes them in reverse order when the server has stopped answering. Thread-safe.
 */
public interface HubPart extends AutoCloseable {

    /** A part that does nothing, for features that only have commands. */
    HubPart NONE = new HubPart() {
    };

    /** Returns a part that only has endpoints. */
    static HubPart of(Endpoint... endpoints) {
        List<Endpoint> all = List.of(endpoints);
        return new HubPart() {
            @Override
            public List<Endpoint> endpoints() {
                return all;
            }
        };
    }

    /** Returns the endpoints of the part. Endpoints of earlier features are registered first. */
    default List<Endpoint> endpoints() {
        return List.of();
    }

    /**
     * Returns descriptions that Identify of a repository has because of this part. Called for each request of the protocol.
     *
     * @param id of a source or aggregate; {@link dev.sheaf.core.store.Aggregate#EVERYTHING} for the aggregate of everything
     */
    default List<Description> descriptions(String id) {
        return List.of();
    }

    /**
     * Returns the containers that this part adds to the records of a repository. Called for each request of the protocol.
     *
     * @param id of a source or aggregate; {@link dev.sheaf.core.store.Aggregate#EVERYTHING} for the aggregate of everything
     */
    default List<AddedAbout> about(String id) {
        return List.of();
    }

    /** Returns figures about the work of this part, for the metrics. Called once. */
    default List<Figure> figures() {
        return List.of();
    }

    /** Begins the background work. Called once at most, and not if the hub fails to start. */
    default void start() {}

    /** Reports that something was saved in the store. Returns at once. */
    default void saved() {}

    /** Returns a start message for the operator; empty if there is none. */
    default Optional<String> notice() {
        return Optional.empty();
    }

    /** Ends the background work. Called once, even if {@link #start} was not. */
    @Override
    default void close() {}
}
