package dev.sheaf.platform.notify;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.platform.store.Subscription.How;
import dev.sheaf.platform.store.Subscription.Topic;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;

/** What can be subscribed to: the base URLs of the hub's repositories, with {@code ?set=…} for one set. As safe for many threads as the store. */
final class Topics {

    private final SqliteRecordStore store;
    private final String root;

    /** @param hubUrl the hub as the world sees it */
    Topics(SqliteRecordStore store, String hubUrl) {
        this.store = store;
        this.root = hubUrl + OaiEndpoint.PATH;
    }

    /** What an address is about; empty when it is none of the hub's base URLs. */
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

    /** The id of a topic's repository. */
    static String id(Topic topic) {
        return topic.repository().isEmpty() ? Aggregate.EVERYTHING : topic.repository();
    }

    /** The base URL of a topic's repository. */
    String baseUrl(String repository) {
        return repository.isEmpty() ? root : root + "/" + repository;
    }

    /** A topic's repository; empty when it is gone. */
    Optional<? extends Repository> repository(String id) {
        return id.isEmpty() ? Optional.of(store.aggregate(root)) : store.repository(id, baseUrl(id));
    }
}
