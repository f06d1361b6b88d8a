package dev.sheaf.platform.web;

import io.javalin.config.JavalinConfig;

import dev.sheaf.core.store.RecordStore;
import dev.sheaf.platform.search.SearchIndex;

/** The portal: search page, record pages, and the style sheet they need. */
public final class Portal {

    /**
     * Answers nothing before it is registered.
     *
     * @param baseUrl of the hub, without a slash at the end; its OAI-PMH addresses are shown to people
     */
    public Portal(RecordStore store, SearchIndex index, String baseUrl) {}

    /** Adds the portal's routes to a server that is being set up. */
    public void register(JavalinConfig config) {}
}
