package dev.sheaf.platform.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Refusal of requests under names that are not the hub's, and removal of headers that would change the meaning of a request. */
final class RequestCheck extends Handler.Wrapper {

    private static final int MISDIRECTED = 421;
    /** Header that Javalin would use as the method, so that a form of another site could delete. */
    private static final String OVERRIDE = "X-HTTP-Method-Override";

    private final @Nullable HostNames names;

    /**
     * @param names host names of the hub; null for all
     */
    RequestCheck(@Nullable HostNames names) {
        this.names = names;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String host = request.getHttpURI().getHost();
        if (names != null && host != null && !names.isKnown(host)) {
            response.setStatus(MISDIRECTED);
            response.getHeaders().put("Content-Type", PlainText.CONTENT_TYPE);
            response.write(true,
                    ByteBuffer
                            .wrap(("This hub does not answer requests under this host name. Its operator can add the name to the "
                                    + "configuration: host-names.\n").getBytes(StandardCharsets.UTF_8)),
                    callback);
            return true;
        }
        return super.handle(request.getHeaders().contains(OVERRIDE) ? new WithoutOverride(request) : request, response, callback);
    }

    private static final class WithoutOverride extends Request.Wrapper {

        private final HttpFields headers;

        WithoutOverride(Request request) {
            super(request);
            HttpFields.Mutable kept = HttpFields.build();
            for (HttpField field : request.getHeaders()) {
                if (!field.getName().equalsIgnoreCase(OVERRIDE)) {
                    kept.add(field);
                }
            }
            headers = kept.asImmutable();
        }

        @Override
        public HttpFields getHeaders() {
            return headers;
        }
    }
}
