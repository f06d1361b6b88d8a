package dev.sheaf.platform.web.admin;

import java.util.List;

/**
 * Page of the subscriptions to changes.
 *
 * @param frame around the page
 * @param rows all subscriptions
 */
public record SubscriptionsPage(AdminFrame frame, List<Row> rows) {

    public SubscriptionsPage {
        rows = List.copyOf(rows);
    }

    /**
     * Subscription.
     *
     * @param repository subscribed repository
     * @param callback address of the notifications
     * @param how content and origin of the subscription
     * @param expires end of the subscription; empty if it does not end
     * @param told time of the last notification, and their number
     * @param trouble reason why the last attempt failed; empty if it did not
     * @param endAction target of the form that ends it
     */
    public record Row(String repository, String callback, String how, String expires, String told, String trouble,
            String endAction) {}
}
