package dev.sheaf.platform.normalise;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The name of a person, family name first.
 *
 * @param family with its particles: {@code van der Berg}
 * @param given given names or initials; empty when there is one name only
 * @param orcid the person's ORCID, where it stands in the text; null when it does not
 */
public record PersonName(String family, String given, @Nullable String orcid) {

    private static final Recent<Optional<PersonName>> RECENT = new Recent<>(text -> new NameReader(text).read());

    /**
     * Reads a name; dates of life, roles and titles are left out.
     *
     * @return empty for corporate bodies, several people in one text, and whatever else is not for certain the name of one person
     */
    public static Optional<PersonName> read(String text) {
        return RECENT.read(text);
    }

    /**
     * Reads the name of a person, or of several: between semicolons, {@code and}, {@code &}, or as a list of names that begin with initials.
     *
     * @return empty unless each of them is for certain one person
     */
    public static List<PersonName> all(String text) {
        return SeveralNames.read(text);
    }

    /** {@code Family, Given}. */
    public String text() {
        return given.isEmpty() ? family : family + ", " + given;
    }
}
