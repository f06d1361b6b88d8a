/** Composition of the hub: the store, the search index and all endpoints of the HTTP server. */
@NullMarked
package dev.sheaf.platform.hub;

import org.jspecify.annotations.NullMarked;
