package dev.sheaf.platform.web.browse;

/** Page of a repository: one case for each verb, and one for errors. */
public sealed interface BrowsePage
        permits IdentifyPage, FormatsPage, SetsPage, IdentifiersPage, RecordsPage, ItemPage, ErrorsPage {

    /** Returns the layout around the page. */
    BrowseFrame frame();

    /** Returns the path of its template. */
    String template();

    /** Returns the HTTP status of the page. */
    default int status() {
        return 200;
    }
}
