package dev.sheaf.platform.web;

import dev.sheaf.search.Facet;

/** Names of facets for people. */
final class FacetLabel {

    private FacetLabel() {}

    static String of(Facet facet) {
        return switch (facet) {
            case SOURCE -> "Source";
            case TYPE -> "Type";
            case YEAR -> "Year";
            case LANGUAGE -> "Language";
            case SUBJECT -> "Subject";
        };
    }
}
