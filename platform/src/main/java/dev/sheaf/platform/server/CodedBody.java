package dev.sheaf.platform.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee10.servlet.HttpOutput;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.load.WorkDeadline;

/** Writer of a response body that sends directly to the connection, in the content coding that the client wants. */
public final class CodedBody {

    /** Size in bytes from which coding saves more than it costs. */
    private static final int WORTHWHILE = 1024;
    /** Size in bytes of most pages. */
    private static final int USUAL = 1 << 14;

    private CodedBody() {}

    /** Content of a body. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content; does not close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Answers with a body, or with 406 if the client accepts neither the plain bytes nor a coding of the hub.
     *
     * @param contentType media type with its charset
     * @param content content; written once and not stored
     */
    public static void write(Context context, String contentType, Content content) throws IOException {
        Optional<ContentCoding> coding = negotiate(context);
        if (coding.isPresent()) {
            send(context, contentType, coding.get(), out -> {
                try (OutputStream coded = coding.get().encode(out)) {
                    content.writeTo(coded);
                }
            });
        }
    }

    /** Returns the coding for the client; empty if it accepts none of them, in which case the request has been answered. */
    static Optional<ContentCoding> negotiate(Context context) {
        context.header("Vary", "Accept-Encoding");
        Optional<ContentCoding> coding = ContentCoding.negotiate(context.header("Accept-Encoding"));
        if (coding.isEmpty()) {
            PlainText.answer(context, 406,
                    "This address sends gzip, zstd or plain bytes; Accept-Encoding allows none of them.");
        }
        return coding;
    }

    /**
     * Answers with a body that is already coded. When writing fails half-way, the connection breaks off, because a truncated body must not
     * look like a short one.
     */
    static void send(Context context, String contentType, ContentCoding coding, Content coded) throws IOException {
        if (WorkDeadline.isSet()) {
            // The request's own thread sends the body.
            ByteArrayOutputStream body = new ByteArrayOutputStream(USUAL);
            coded.writeTo(body);
            WorkDeadline.check();
            announce(context, contentType, coding).result(body.toByteArray());
            return;
        }
        announce(context, contentType, coding);
        boolean complete = false;
        try {
            coded.writeTo(new Held(context.res()));
            complete = true;
        } finally {
            if (!complete) {
                abandon(context);
            }
        }
    }

    private static Context announce(Context context, String contentType, ContentCoding coding) {
        context.contentType(contentType);
        if (coding != ContentCoding.IDENTITY) {
            context.header("Content-Encoding", coding.token());
        }
        return context;
    }

    private static void abandon(Context context) {
        if (context.res().isCommitted()) {
            ServletContextRequest.getServletContextRequest(context.req()).getConnectionMetaData().getConnection().getEndPoint()
                    .close(new IOException("the rest of the response could not be created"));
        } else {
            context.res().resetBuffer();
            context.res().setHeader("Content-Encoding", null);
        }
    }

    /** Encodes the result that a handler has left for the server to send, if it is text of some length and not coded yet. */
    static void encodeResult(Context context) throws IOException {
        InputStream result = context.resultInputStream();
        if (!(result instanceof ByteArrayInputStream) || result.available() < WORTHWHILE || context.status() != HttpStatus.OK
                || context.res().getHeader("Content-Encoding") != null || !isText(context.res().getContentType())) {
            return;
        }
        context.header("Vary", "Accept-Encoding");
        Optional<ContentCoding> coding = ContentCoding.negotiate(context.header("Accept-Encoding"))
                .filter(wanted -> wanted != ContentCoding.IDENTITY);
        if (coding.isPresent()) {
            ByteArrayOutputStream coded = new ByteArrayOutputStream(result.available() / 3);
            try (OutputStream out = coding.get().encode(coded)) {
                result.transferTo(out);
            }
            context.header("Content-Encoding", coding.get().token()).result(coded.toByteArray());
        }
    }

    private static boolean isText(@Nullable String contentType) {
        return contentType != null && (contentType.startsWith("text/") || contentType.startsWith("application/json")
                || contentType.startsWith("application/xml") || contentType.contains("+xml")
                || contentType.contains("javascript"));
    }

    /** A body whose sending and end the server decides, so that a small body goes out in one piece with its length. */
    private static final class Held extends OutputStream implements PlainPage.Body {

        private final HttpServletResponse response;
        private final ServletOutputStream out;
        private boolean begun;

        Held(HttpServletResponse response) throws IOException {
            this.response = response;
            this.out = response.getOutputStream();
        }

        @Override
        public void write(int value) throws IOException {
            begun = true;
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            begun = true;
            out.write(bytes, offset, length);
        }

        @Override
        public void write(ByteBuffer part) throws IOException {
            begun = true;
            if (out instanceof HttpOutput direct) {
                direct.write(part);
            } else {
                byte[] bytes = new byte[part.remaining()];
                part.get(bytes);
                out.write(bytes);
            }
        }

        @Override
        public void end(ByteBuffer part) throws IOException {
            if (!begun) {
                response.setContentLengthLong(part.remaining());
            }
            write(part);
        }

        @Override
        public void flush() {
            // The server decides, see the class.
        }

        @Override
        public void close() {
            // The server decides, see the class.
        }
    }
}
