package dev.sheaf.formats.normalise;

import java.util.Locale;

/** Kind of identifier that is used beyond one repository. */
public enum IdentifierScheme {
    /** Digital object identifier. */
    DOI("DOI"),
    /** International standard book number, with 13 digits. */
    ISBN("ISBN"),
    /** International standard serial number. */
    ISSN("ISSN"),
    /** Handle. */
    HANDLE("Handle"),
    /** Identifier of arXiv, without the version. */
    ARXIV("arXiv"),
    /** Number of a citation in PubMed. */
    PMID("PubMed"),
    /** Open researcher and contributor id. */
    ORCID("ORCID"),
    /** Uniform resource name. */
    URN("URN"),
    /** Archival resource key. */
    ARK("ARK"),
    /** Identifier of an item in OAI-PMH, in the form of the guidelines. */
    OAI("OAI");

    private final String label;

    IdentifierScheme(String label) {
        this.label = label;
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }

    /** Returns the name in data. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
