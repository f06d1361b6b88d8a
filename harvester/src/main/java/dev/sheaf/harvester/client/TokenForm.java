package dev.sheaf.harvester.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import dev.sheaf.core.MetadataPrefix;

/** How a resumptionToken is written in a URL. One way is right (S3.1.1.3); servers were seen to need each of the others. */
public enum TokenForm {
    /** Percent-encoded once, as the protocol wants it. */
    ENCODED("encoded") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return encoded(token).replace("+", "%20");
        }
    },
    /** With the metadataPrefix beside it, which the protocol forbids (zenodo/zenodo#783). */
    WITH_PREFIX("with-prefix") {
        @Override
        String argument(String token, MetadataPrefix prefix) {
            return ENCODED.argument(token, prefix) + "&metadataPrefix=" + encoded(prefix.value());
        }
    },
    /** As it came, where a URL allows it: for servers that do not decode, or have encoded it themselves. */
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
    /** As forms are, blanks as {@code +}. */
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

    /** Characters that a URL's query may not hold. */
    private static final String FORBIDDEN = "&#\"<>[]\\^`{|}";

    private final String text;

    TokenForm(String text) {
        this.text = text;
    }

    /** As profiles call it. */
    public String text() {
        return text;
    }

    /** The form of that name; {@link #ENCODED} for a name that is none. */
    public static TokenForm of(String text) {
        for (TokenForm form : values()) {
            if (form.text.equals(text)) {
                return form;
            }
        }
        return ENCODED;
    }

    /** The value of the argument resumptionToken, and what follows it. */
    abstract String argument(String token, MetadataPrefix prefix);

    private static boolean isHex(String text, int place) {
        return place < text.length() && Character.digit(text.charAt(place), 16) >= 0;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
