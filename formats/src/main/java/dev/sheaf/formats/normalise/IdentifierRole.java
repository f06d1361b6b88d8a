package dev.sheaf.formats.normalise;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Relation of an identifier in a record to the work that the record describes. */
public enum IdentifierRole {
    /** It identifies the work itself. */
    WORK("this work"),
    /** It identifies another version, edition, format or translation of the work. */
    VERSION("version"),
    /** It identifies a work that this one cites. */
    CITED("cited"),
    /** It identifies a journal, series or book of which the work is a part. */
    CONTAINER("container"),
    /** It identifies something else that has to do with the work; the record does not say more. */
    RELATED("related");

    /** Words at the beginning of a value that state the relation, as Dublin Core, DataCite and MODS name it. */
    private static final Pattern SAME = words("is identical to|same as");
    private static final Pattern OTHER_VERSION = words("is (?:new |previous )?version of|has version|is format of|has format"
            + "|is (?:original|variant) form of|replaces|is replaced by|obsoletes|is obsoleted by|is translation of|has translation"
            + "|other version|other format");
    private static final Pattern CITES = words("references|cites|info:eu-repo/semantics/reference");
    private static final Pattern PART = words("is part of|is published in|host|series");
    private static final Pattern OTHER = words("is cited by|is referenced by|has part|requires|is required by|conforms to"
            + "|is supplement to|is supplemented by|continues|is continued by|documents|is documented by|is derived from|is source of"
            + "|reviews|is reviewed by|compiles|is compiled by|describes|is described by|has metadata|is metadata for|collects"
            + "|is collected by|preceding|succeeding|constituent|review of|referenced by"
            + "|info:eu-repo/semantics/(?:dataset|datasetaccess)");
    /** OpenAIRE's guidelines name further identifiers of the work itself so, in dc:relation. */
    private static final Pattern ALTERNATIVE = words("info:eu-repo/semantics/altidentifier");

    private final String label;

    IdentifierRole(String label) {
        this.label = label;
    }

    private static Pattern words(String words) {
        return Pattern.compile("(?i)\\A\\W{0,3}(?:(?:dcterms|dc|datacite|mods|rel)[:.])?(?:" + words.replace(" ", "[ _-]?")
                + ")(?![a-z])");
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }

    /** Returns the name in data: {@code work}, {@code version}, {@code cited}, {@code container} or {@code related}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the role that the first words of a value state; empty if they state none. */
    static Optional<IdentifierRole> stated(String text) {
        if (ALTERNATIVE.matcher(text).find() || SAME.matcher(text).find()) {
            return Optional.of(WORK);
        }
        if (OTHER_VERSION.matcher(text).find()) {
            return Optional.of(VERSION);
        }
        if (CITES.matcher(text).find()) {
            return Optional.of(CITED);
        }
        if (PART.matcher(text).find()) {
            return Optional.of(CONTAINER);
        }
        return OTHER.matcher(text).find() ? Optional.of(RELATED) : Optional.empty();
    }
}
