package dev.sheaf.harvester.announce;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** Arguments in the notation of forms and queries. */
final class Form {

    private final StringBuilder text = new StringBuilder();

    /** Adds an argument; null adds nothing. */
    Form add(String key, @Nullable String value) {
        if (value != null) {
            text.append(text.isEmpty() ? "" : "&").append(key).append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
