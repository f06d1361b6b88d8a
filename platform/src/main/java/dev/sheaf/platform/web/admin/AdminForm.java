package dev.sheaf.platform.web.admin;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.FormBody;

/** Values that a form of the administration has sent. */
public final class AdminForm {

    private final Map<String, String> values;

    private AdminForm(Map<String, String> values) {
        this.values = values;
    }

    /** Reads it; empty when the request is not a form, or not readable as one. */
    public static AdminForm read(Context context) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (String pair : FormBody.read(context).orElse("").split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return new AdminForm(values);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /** Returns a value as sent; null when it is not there. */
    public @Nullable String value(String name) {
        return values.get(name);
    }

    /** Returns a value without blanks around it; empty when it is not there. */
    public String text(String name) {
        return values.getOrDefault(name, "").strip();
    }

    /** Returns whether a box was ticked. */
    public boolean isTicked(String name) {
        return values.containsKey(name);
    }
}
