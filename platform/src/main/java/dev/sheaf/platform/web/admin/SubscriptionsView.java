package dev.sheaf.platform.web.admin;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.SubscriptionsPage.Row;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscriptions;

/** Content of the page of subscriptions. */
final class SubscriptionsView {

    private final Subscriptions subscriptions;
    private final AdminLinks links;

    SubscriptionsView(Subscriptions subscriptions, AdminLinks links) {
        this.subscriptions = subscriptions;
        this.links = links;
    }

    SubscriptionsPage page(AdminFrame frame) {
        return new SubscriptionsPage(frame, subscriptions.all().stream().map(this::row).toList());
    }

    private Row row(Subscription subscription) {
        Subscription.Topic topic = subscription.topic();
        String repository = topic.repository().isEmpty() ? "everything" : topic.repository();
        String error = subscription.error();
        return new Row(topic.set().isEmpty() ? repository : repository + ", set " + topic.set(), topic.callback(),
                how(topic.how()),
                text(subscription.expires()), told(subscription),
                error == null ? "" : Numbers.count(subscription.failures(), "failure") + " in a row: " + error,
                links.link(Routes.ADMIN_SUBSCRIPTIONS) + "/" + subscription.number() + "/end");
    }

    private static String how(Subscription.How how) {
        return switch (how) {
            case SUBSCRIBED -> "new records, by WebSub";
            case NOTIFY -> "notification, set by an operator";
            case PUSH -> "all records, set by an operator";
            case COMMAND -> "all records, by command";
        };
    }

    private static String told(Subscription subscription) {
        String last = text(subscription.lastTold());
        String pending = subscription.pending() == null ? "" : "; changes are waiting since " + text(subscription.pending());
        return (last.isEmpty() ? "not yet" : last + ", " + Numbers.count(subscription.count(), "time")) + pending;
    }

    private static String text(@Nullable Instant instant) {
        String text = Times.format(instant);
        return text == null ? "" : text;
    }
}
