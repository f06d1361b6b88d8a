package dev.sheaf.search;

/**
 * Keeps only results that have a value. Several filters must all hold, those of one facet too.
 *
 * @param facet whose value
 * @param value exactly as {@link FacetCounts} gave it
 */
public record Filter(Facet facet, String value) {}
