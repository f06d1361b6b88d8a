package dev.sheaf.formats.normalise;

import java.util.Optional;

/**
 * Name of a corporate body: a university, a firm, a committee.
 *
 * @param name as written, without notes on roles
 */
public record CorporateBody(String name) {

    /** Reads a name; empty unless a word in it shows that it is a body's. */
    public static Optional<CorporateBody> read(String text) {
        return BodyWords.read(text).map(CorporateBody::new);
    }
}
