package dev.sheaf.platform.normalise;

import java.util.Locale;

/** A kind of identifier that is known beyond one repository. */
public enum IdentifierScheme {
    /** Digital object identifier. */
    DOI("DOI"),
    /** International standard book number, with 13 digits. */
    ISBN("ISBN"),
    /** International standard serial number. */
    ISSN("ISSN"),
    /** Handle. */
    HANDLE("Handle"),
    /** arXiv, without version. */
    ARXIV("arXiv"),
    /** PubMed. */
    PMID("PubMed"),
    /** Open researcher and contributor id. */
    ORCID("ORCID"),
    /** Uniform resource name. */
    URN("URN"),
    /** Archival resource key. */
    ARK("ARK"),
    /** Identifier of an item over OAI-PMH, as the guidelines have it. */
    OAI("OAI");

    private final String label;

    IdentifierScheme(String label) {
        this.label = label;
    }

    /** The name for people. */
    public String label() {
        return label;
    }

    /** The name in data. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
