package dev.sheaf.platform.server;

import io.javalin.http.Context;

import dev.sheaf.platform.server.headers.SecurityPolicy;

/** Short answers in plain text, for people who read them in a terminal or a browser. */
public final class PlainText {

    static final String CONTENT_TYPE = "text/plain;charset=utf-8";

    private PlainText() {}

    /** Answers with a status and a text. The text may quote the request, because browsers never interpret plain text. */
    public static void answer(Context context, int status, String text) {
        context.status(status).contentType(CONTENT_TYPE).result(text + "\n");
        SecurityPolicy.FOREIGN.applyTo(context);
    }
}
