package dev.sheaf.platform.server.headers;

import io.javalin.http.Context;

/**
 * Permissions of a browser for a response: values of {@code Content-Security-Policy}.
 *
 * <p>Harvested XML is not trustworthy, and a browser runs an XHTML script inside it on the origin that served it, which is also that of the
 * administration pages. So every response is sandboxed unless it is a page of the hub that needs more.
 */
public enum SecurityPolicy {

    /** The default, for everything that is not a page of the hub: the browser loads and runs nothing, and the origin is opaque. */
    FOREIGN("default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),

    /**
     * For protocol responses, which the hub's own style sheet may display. The document keeps its origin, so that the style sheet can be
     * loaded; the sandbox forbids every script and every form.
     */
    RESPONSE("default-src 'none'; style-src 'self'; sandbox allow-same-origin; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"),

    /**
     * For the hub's own HTML pages: its own styles and pictures as files, and forms that are sent to the hub. No page contains a script, so
     * none is allowed; a block of data for search engines is not a script.
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
