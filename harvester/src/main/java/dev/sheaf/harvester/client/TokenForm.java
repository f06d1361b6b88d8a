package dev.sheaf.harvester.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import dev.sheaf.core.MetadataPrefix;

/** The encoding of a resumptionToken in a URL. Only one is right (S3.1.1.3), but servers were seen to need each of the others. */
public enum TokenForm {
    /** Percent-encoded once, as the protocol requires. */
    ENCODED("encoded") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return encoded(token).replace("+", "%20");
        }
    },
    /** With the metadataPrefix as second argument, which the protocol forbids (zenodo/zenodo#783). */
    WITH_PREFIX("with-prefix") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return ENCODED.argument(token, prefix) + "&metadataPrefix=" + encoded(prefix.value());
        }
    },
    /** Unchanged, where a URL allows it, for servers that do not decode or that have encoded the token themselves. */
    RAW("raw") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            StringBuilder raw = new StringBuilder();
            for (int i = 0; i < token.length(); i = token.offsetByCodePoints(i, 1)) {
                String character = Character.toString(token.codePointAt(i));
                boolean isAllowed = character.equals("%")
                        ? isHex(token, i + 1) && isHex(token, i + 2)
                        : character.charAt(0) > ' ' && character.charAt(0) < 0x7F && !FORBIDDEN.contains(character);
                raw.append(isAllowed ? character : encoded(character).replace("+", "%20"));
            }
            return raw.toString();
        }
    },
    /** Encoded as in forms, with blanks as {@code +}. */
    PLUS("plus") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return encoded(token);
        }
    },
    /** Encoded twice, for servers that decode twice. */
    TWICE("twice") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return encoded(ENCODED.argument(token, prefix));
        }
    };

    /** Characters that the query of a URL must not contain. */
    private static final String FORBIDDEN = "&#\"<>[]\\^`{|}";

    private final String text;

    TokenForm(String text) {
        this.text = text;
    }

    /** Returns the name in server profiles. */
    public String text() {
        return text;
    }

    /** Returns the encoding with a name; {@link #ENCODED} for an unknown name. */
    public static TokenForm of(String text) {
        for (TokenForm form : values()) {
            if (form.text.equals(text)) {
                return form;
            }
        }
        return ENCODED;
    }

    /** Returns the value of the argument resumptionToken, and what follows it in the query. */
    abstract String argument(String token, MetadataPrefix prefix);

    private static boolean isHex(String text, int place) {
        return place < text.length() && Character.digit(text.charAt(place), 16) >= 0;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
