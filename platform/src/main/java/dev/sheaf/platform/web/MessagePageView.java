package dev.sheaf.platform.web;

import java.io.IOException;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Pages for addresses that do not exist, or not at the moment. */
final class MessagePageView {

    private final Templates templates;

    MessagePageView(Templates templates) {
        this.templates = templates;
    }

    void noSuchRecord(Context context) throws IOException {
        show(context, HttpStatus.NOT_FOUND, "There is no such record",
                "This hub has no record with this source, format and identifier. A later harvest may bring it; you can also search for its title.");
    }

    void noSuchVersion(Context context) throws IOException {
        show(context, HttpStatus.NOT_FOUND, "There is no such version",
                "This hub keeps no version of the record with this number. The record's page lists the versions that it keeps.");
    }

    void damagedVersion(Context context) throws IOException {
        show(context, HttpStatus.INTERNAL_SERVER_ERROR, "This version is damaged",
                "The stored bytes of this version have changed since they were saved, so it is not shown. The hub's administrator finds the "
                        + "reason in the log and can restore a backup. Other versions are not affected.");
    }

    /** Replaces the plain answer for an address that does not exist by a page. */
    void notFound(Context context) throws IOException {
        if (Templates.hasShown(context) || context.res().isCommitted()) {
            return;
        }
        @Nullable
        String said = context.result();
        show(context, HttpStatus.NOT_FOUND, "Not found",
                said == null || said.isBlank() ? "There is nothing at this address." : said.strip());
    }

    private void show(Context context, HttpStatus status, String heading, String text) throws IOException {
        context.status(status);
        templates.show(context, "message.jte", new MessagePage(heading, text));
    }
}
