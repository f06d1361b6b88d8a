package dev.sheaf.platform.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Writes the body of a response straight to the connection, in the content coding that the client wants. */
public final class CodedBody {

    /** Bytes from which on coding saves more than it costs. */
    private static final int WORTHWHILE = 1024;

    private CodedBody() {}

    /** What goes into the body. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content; does not close the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Answers with a body; with 406 when the client accepts neither gzip nor the plain bytes.
     *
     * @param contentType with its charset
     * @param content is written once, nothing is kept
     */
    public static void write(Context context, String contentType, Content content) throws IOException {
        write(context, contentType, content, out -> {
            try (OutputStream gzip = ContentCoding.GZIP.encode(out)) {
                content.writeTo(gzip);
            }
        });
    }

    /**
     * The same for content that knows a way of its own to gzip.
     *
     * @param plain writes the content as it is
     * @param gzip writes the content already coded; may close the stream
     */
    static void write(Context context, String contentType, Content plain, Content gzip) throws IOException {
        context.header("Vary", "Accept-Encoding");
        Optional<ContentCoding> coding = ContentCoding.negotiate(context.header("Accept-Encoding"));
        if (coding.isEmpty()) {
            PlainText.answer(context, 406, "This address sends gzip or plain bytes; Accept-Encoding allows neither.");
            return;
        }
        context.contentType(contentType);
        boolean coded = coding.get() == ContentCoding.GZIP;
        if (coded) {
            context.header("Content-Encoding", "gzip");
        }
        try (OutputStream out = new Unflushed(context.res().getOutputStream())) {
            (coded ? gzip : plain).writeTo(out);
        }
    }

    /** Codes the result that a handler has left for the server to send, when it is text of some length and not coded yet. */
    static void encodeResult(Context context) throws IOException {
        InputStream result = context.resultInputStream();
        if (!(result instanceof ByteArrayInputStream) || result.available() < WORTHWHILE || context.status() != HttpStatus.OK
                || context.res().getHeader("Content-Encoding") != null || !isText(context.res().getContentType())) {
            return;
        }
        context.header("Vary", "Accept-Encoding");
        if (ContentCoding.negotiate(context.header("Accept-Encoding")).equals(Optional.of(ContentCoding.GZIP))) {
            ByteArrayOutputStream coded = new ByteArrayOutputStream(result.available() / 3);
            try (OutputStream out = ContentCoding.GZIP.encode(coded)) {
                result.transferTo(out);
            }
            context.header("Content-Encoding", "gzip").result(coded.toByteArray());
        }
    }

    private static boolean isText(@Nullable String contentType) {
        return contentType != null && (contentType.startsWith("text/") || contentType.startsWith("application/json")
                || contentType.startsWith("application/xml") || contentType.contains("+xml")
                || contentType.contains("javascript"));
    }

    /** Leaves it to the server when to send: a small body then goes out in one piece with its length. */
    private static final class Unflushed extends FilterOutputStream {

        Unflushed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() {
            // See above.
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
