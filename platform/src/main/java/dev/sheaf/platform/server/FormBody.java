package dev.sheaf.platform.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;

import dev.sheaf.core.Limit;

/** Reader of the body of a posted form. */
public final class FormBody {

    /** Largest size of a form in bytes. */
    public static final int LIMIT = Limit.FORM_BYTES.count();

    private FormBody() {}

    /**
     * Returns the form's arguments, still encoded; empty if the request is not a form. Other small bodies are read and discarded: after a
     * late body the server would close a connection on which the client already sends its next request.
     *
     * @throws ContentTooLargeResponse if the form is larger than 64 KB; the rest is not read
     */
    public static Optional<String> read(Context context) throws IOException {
        String contentType = context.req().getContentType();
        boolean isForm = contentType != null
                && contentType.split(";")[0].strip().toLowerCase(Locale.ROOT).equals("application/x-www-form-urlencoded");
        byte[] bytes = context.req().getInputStream().readNBytes(LIMIT + 1);
        if (!isForm) {
            return Optional.empty();
        }
        if (bytes.length > LIMIT) {
            throw new ContentTooLargeResponse();
        }
        return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    }
}
