package dev.sheaf.platform.server;

import io.javalin.http.Context;

/**
 * Permissions of a browser for a response: values of {@code Content-Security-Policy}.
 *
 * <p>Harvested XML comes from strangers, and a browser runs an XHTML script inside it on the origin that served it, which is also that
 * of the administration pages. So everything is sandboxed unless a page of the hub's own asks for more.
 */
public enum SecurityPolicy {

    /** For everything that is not a page of the hub: nothing is loaded, nothing runs, the origin is opaque. The default. */
    FOREIGN("default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),

    /**
     * For protocol responses, which the hub's own style sheet may show. The document keeps its origin, which the style sheet is loaded for; the
     * sandbox forbids every script and every form.
     */
    RESPONSE("default-src 'none'; style-src 'self'; sandbox allow-same-origin; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"),

    /**
     * For the hub's own HTML pages: its own styles and pictures as files, forms that go to the hub. No page has a script, so none
     * runs; a block of data for search engines is not one.
     */
    PAGE("default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");

    static final String HEADER = "Content-Security-Policy";

    private final String text;

    SecurityPolicy(String text) {
        this.text = text;
    }

    /** Returns the value of the header. */
    public String text() {
        return text;
    }

    /** Sets the policy of a response. */
    public void applyTo(Context context) {
        context.header(HEADER, text);
    }
}
