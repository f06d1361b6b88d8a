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
     * A subscription.
     *
     * @param repository that it is about
     * @param callback address that notifications are sent to
     * @param how what is sent, and how it came about
     * @param expires when it ends; empty when it does not
     * @param told time of the last notification, and their number
     * @param trouble why the last attempt failed; empty when it did not
     * @param endAction where the form is sent that ends it
     */
    public record Row(String repository, String callback, String how, String expires, String told, String trouble,
            String endAction) {}
}
