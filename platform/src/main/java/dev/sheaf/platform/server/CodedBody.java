package dev.sheaf.platform.server;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

import io.javalin.http.Context;

/** Writes the body of a response straight to the connection, in the content coding that the client wants. */
public final class CodedBody {

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
        context.header("Vary", "Accept-Encoding");
        Optional<ContentCoding> coding = ContentCoding.negotiate(context.header("Accept-Encoding"));
        if (coding.isEmpty()) {
            PlainText.answer(context, 406, "This address sends gzip or plain bytes; Accept-Encoding allows neither.");
            return;
        }
        context.contentType(contentType);
        if (coding.get() == ContentCoding.GZIP) {
            context.header("Content-Encoding", "gzip");
        }
        try (OutputStream out = coding.get().encode(new Unflushed(context.res().getOutputStream()))) {
            content.writeTo(out);
        }
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
