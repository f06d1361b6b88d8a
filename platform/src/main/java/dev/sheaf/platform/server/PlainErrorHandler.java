package dev.sheaf.platform.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.headers.SecurityHeadersHandler;

/** Answers failures before any endpoint, such as a malformed request line, with the name of the status and no internal detail. */
final class PlainErrorHandler extends ErrorHandler {

    @Override
    protected void generateResponse(Request request, Response response, int code, @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        SecurityHeadersHandler.addTo(response.getHeaders());
        response.getHeaders().put("Content-Type", PlainText.CONTENT_TYPE);
        response.write(true, ByteBuffer.wrap(text(code)), callback);
    }

    private static byte[] text(int code) {
        return (code + " " + HttpStatus.getMessage(code) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
