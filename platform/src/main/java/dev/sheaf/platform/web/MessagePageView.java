package dev.sheaf.platform.web;

import java.io.IOException;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Pages for what is not there, or not now. */
final class MessagePageView {

    private final Templates templates;

    MessagePageView(Templates templates) {
        this.templates = templates;
    }

    void noSuchRecord(Context context) throws IOException {
        show(context, HttpStatus.NOT_FOUND, "There is no such record",
                "This hub has no record under that source, format and identifier. It may come with a later harvest; search for its title meanwhile.");
    }

    void noSuchVersion(Context context) throws IOException {
        show(context, HttpStatus.NOT_FOUND, "There is no such version",
                "This hub keeps no version of the record under that number. The record's page lists those that it keeps.");
    }

    void damagedVersion(Context context) throws IOException {
        show(context, HttpStatus.INTERNAL_SERVER_ERROR, "This version is damaged",
                "The stored bytes of this version have changed since it was kept, so it is not shown. The hub's administrator finds the "
                        + "reason in the log and can restore a backup. Other versions are not concerned.");
    }

    /** Makes a page of the plain answer that somebody gave to a browser for an address that does not exist. */
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
