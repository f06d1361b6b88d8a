package dev.sheaf.formats.normalise;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Name of a person, family name first.
 *
 * @param family family name with its particles: {@code van der Berg}
 * @param given given names or initials; empty if there is only one name
 * @param orcid ORCID of the person from the text; null if there is none
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
     * Reads the names of one or several people, separated by semicolons, {@code and} or {@code &}, or as a list of names that begin with
     * initials.
     *
     * @return empty unless each of them is certainly one person
     */
    public static List<PersonName> all(String text) {
        return SeveralNames.read(text);
    }

    /** Returns {@code Family, Given}. */
    public String text() {
        return given.isEmpty() ? family : family + ", " + given;
    }
}
