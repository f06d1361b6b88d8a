package dev.sheaf.platform.notify;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;

/** Topics of subscriptions: the base URLs of the hub's repositories, with {@code ?set=…} for one set. As thread-safe as the store. */
final class Topics {

    private final HubStore store;
    private final String root;
    private final String hub;

    /**
     * @param hubUrl public address of the hub
     */
    Topics(HubStore store, String hubUrl) {
        this.store = store;
        this.root = hubUrl + Routes.OAI;
        this.hub = hubUrl + Routes.SYNC;
    }

    /** Returns the topic of an address; empty if the address is none of the hub's base URLs. */
    Optional<Topic> read(String address, String callback) {
        int mark = address.indexOf('?');
        String base = mark < 0 ? address : address.substring(0, mark);
        OaiArguments arguments = OaiQueryString.parse(mark < 0 ? null : address.substring(mark + 1));
        List<String> sets = arguments.values("set");
        boolean more = arguments.list().size() > sets.size() || sets.size() > 1
                || sets.stream().anyMatch(set -> !new SetSpec(set).isLegal());
        String id = base.equals(root) ? "" : base.startsWith(root + "/") ? base.substring(root.length() + 1) : null;
        if (more || id == null || repository(id).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Topic(id, sets.isEmpty() ? "" : sets.getFirst(), How.SUBSCRIBED, callback));
    }

    /** Returns the id of a topic's repository. */
    static String id(Topic topic) {
        return topic.repository().isEmpty() ? Aggregate.EVERYTHING : topic.repository();
    }

    /**
     * Returns the canonical topic address of a request, for the header Link (WebSub, section 4). Reads the store only for topics of one
     * set, because every request of a harvester calls this method.
     *
     * @param id id of the repository; empty for the repository of everything
     * @param query query of the request; null if it has none
     * @return empty if there is no repository with the id
     */
    Optional<String> canonical(String id, @Nullable String query) {
        if (!id.matches("[a-z0-9-]*")) {
            return Optional.empty();
        }
        String base = baseUrl(id);
        // A set alone is a topic of its own; all other arguments concern the repository.
        return query != null && query.startsWith("set=")
                ? Optional.of(read(base + "?" + query, "").map(this::address).orElse(base))
                : Optional.of(base);
    }

    /** Returns the address for subscription requests. */
    String hub() {
        return hub;
    }

    /** Returns the address of a topic. */
    String address(Topic topic) {
        String base = baseUrl(topic.repository());
        return topic.set().isEmpty() ? base : base + "?set=" + URLEncoder.encode(topic.set(), StandardCharsets.UTF_8);
    }

    /** Returns the base URL of a topic's repository. */
    String baseUrl(String repository) {
        return repository.isEmpty() ? root : root + "/" + repository;
    }

    /** Returns a topic's repository; empty if it was removed. */
    Optional<? extends Repository> repository(String id) {
        return id.isEmpty() ? Optional.of(store.aggregate(root)) : store.repository(id, baseUrl(id));
    }
}
