package dev.sheaf.harvester.announce;

import java.net.URI;
import java.util.Arrays;
import java.util.Optional;

/**
 * A link of a resource (RFC 8288).
 *
 * @param href as written, possibly relative
 * @param rel names of relations, separated by spaces
 */
record WebLink(String href, String rel) {

    private static final int LONGEST = 2_000;

    /** Returns whether one of its relations is the one with the name. */
    boolean has(String relation) {
        return Arrays.stream(rel.strip().split("\\s+")).anyMatch(relation::equalsIgnoreCase);
    }

    /** Returns the address; empty when it cannot be requested over HTTP. */
    Optional<URI> target(URI base) {
        if (href.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            URI uri = base.resolve(href.strip());
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return isHttp && uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawFragment() == null
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
