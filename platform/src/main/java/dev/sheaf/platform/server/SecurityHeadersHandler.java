package dev.sheaf.platform.server;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Puts the security headers on every response before anything else can forget them. */
final class SecurityHeadersHandler extends Handler.Wrapper {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        addTo(response.getHeaders());
        return super.handle(request, response, callback);
    }

    static void addTo(HttpFields.Mutable headers) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put(SecurityPolicy.HEADER, SecurityPolicy.FOREIGN.text());
        headers.put("Referrer-Policy", "same-origin");
        // Browsers that do not know frame-ancestors know this one.
        headers.put("X-Frame-Options", "DENY");
    }
}
