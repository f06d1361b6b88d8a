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

/** Topics of subscriptions: the base URLs of the hub's repositories, with {@code ?set=…} for one set. As safe for many threads as the store. */
final class Topics {

    private final HubStore store;
    private final String root;
    private final String hub;

    /** @param hubUrl the hub as the world sees it */
    Topics(HubStore store, String hubUrl) {
        this.store = store;
        this.root = hubUrl + Routes.OAI;
        this.hub = hubUrl + Routes.SYNC;
    }

    /** Returns the topic of an address; empty when it is none of the hub's base URLs. */
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
     * Returns the canonical address of what a request asks for, as the header Link tells it (WebSub, section 4). Asks the store only for
     * topics of one set: every request of a harvester comes by here.
     *
     * @param id of the repository; empty for that of everything
     * @param query of the request; null when it has none
     * @return empty when there is no repository with such an id
     */
    Optional<String> canonical(String id, @Nullable String query) {
        if (!id.matches("[a-z0-9-]*")) {
            return Optional.empty();
        }
        String base = baseUrl(id);
        // A set alone is a topic of its own; all other arguments ask something of the repository.
        return query != null && query.startsWith("set=")
                ? Optional.of(read(base + "?" + query, "").map(this::address).orElse(base))
                : Optional.of(base);
    }

    /** Returns the address at which subscriptions are asked for. */
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

    /** Returns a topic's repository; empty when it is gone. */
    Optional<? extends Repository> repository(String id) {
        return id.isEmpty() ? Optional.of(store.aggregate(root)) : store.repository(id, baseUrl(id));
    }
}
