/** The hub put together: store, search index and everything that answers over HTTP. */
@NullMarked
package dev.sheaf.platform.hub;

import org.jspecify.annotations.NullMarked;
