package dev.sheaf.platform.search;

/** Reads what a person typed into the search box. */
final class QueryReader {

    private QueryReader() {}
}
