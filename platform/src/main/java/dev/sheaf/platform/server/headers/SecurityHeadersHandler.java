package dev.sheaf.platform.server.headers;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Adds the security headers to every response before any other handler runs. Thread-safe. */
public final class SecurityHeadersHandler extends Handler.Wrapper {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        addTo(response.getHeaders());
        return super.handle(request, response, callback);
    }

    /** Adds them to the headers of an answer that no handler has seen. */
    public static void addTo(HttpFields.Mutable headers) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put(SecurityPolicy.HEADER, SecurityPolicy.FOREIGN.text());
        headers.put("Referrer-Policy", "same-origin");
        // For browsers that do not support frame-ancestors.
        headers.put("X-Frame-Options", "DENY");
    }
}
