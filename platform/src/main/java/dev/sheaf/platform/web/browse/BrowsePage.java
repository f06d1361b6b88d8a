package dev.sheaf.platform.web.browse;

/** A page of a repository: one case per verb, and one for errors. */
public sealed interface BrowsePage
        permits IdentifyPage, FormatsPage, SetsPage, IdentifiersPage, RecordsPage, ItemPage, ErrorsPage {

    /** Returns the frame around the page. */
    BrowseFrame frame();

    /** Path of its template. */
    String template();

    /** HTTP status of the page. */
    default int status() {
        return 200;
    }
}
