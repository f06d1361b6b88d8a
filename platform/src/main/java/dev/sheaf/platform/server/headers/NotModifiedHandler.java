package dev.sheaf.platform.server.headers;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Takes from answers with status 304 the headers that describe a body. The libraries below state an empty text, but a cache renews the headers of
 * the answer that it has with those of a 304 (RFC 9111, 3.2), and a length must be that of the whole answer (RFC 9110, 8.6). Thread-safe.
 */
public final class NotModifiedHandler extends Handler.Wrapper {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        request.addHttpStreamWrapper(stream -> new Bare(stream, response));
        return super.handle(request, response, callback);
    }

    /** Stream to the client that drops these headers at the last moment: the server adds the length after all handlers. */
    private static final class Bare extends HttpStream.Wrapper {

        private final Response response;

        Bare(HttpStream stream, Response response) {
            super(stream);
            this.response = response;
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            if (response.getStatus() == HttpStatus.NOT_MODIFIED_304) {
                headers.remove(HttpHeader.CONTENT_TYPE);
                headers.remove(HttpHeader.CONTENT_LENGTH);
                headers.remove(HttpHeader.CONTENT_ENCODING);
            }
            super.prepareResponse(headers);
        }
    }
}
