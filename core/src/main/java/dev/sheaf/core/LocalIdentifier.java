package dev.sheaf.core;

import java.nio.charset.StandardCharsets;

/** Identifiers that this hub makes for items that have none of their own. Stateless. */
public final class LocalIdentifier {

    private static final String KEPT = "-_.!~*'()/";

    private LocalIdentifier() {}

    /**
     * Returns {@code oai:{repositoryIdentifier}:{source}/{name}}, with everything but letters, digits and {@code - _ . ! ~ * ' ( ) /}
     * percent-encoded in the name: two names never become one identifier.
     *
     * @param repositoryIdentifier domain name of the hub's identifiers
     * @param source id of the source
     * @param name of the item within its source
     */
    public static String of(String repositoryIdentifier, String source, String name) {
        StringBuilder identifier = new StringBuilder("oai:").append(repositoryIdentifier).append(':').append(source).append('/');
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || KEPT.indexOf(c) >= 0) {
                identifier.append(c);
            } else {
                identifier.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return identifier.toString();
    }
}
