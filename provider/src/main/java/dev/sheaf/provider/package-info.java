/**
 * The data provider: answers protocol requests from any {@link dev.sheaf.core.repository.Repository}.
 *
 * <p>{@link dev.sheaf.provider.DataProvider} is the front door. It knows nothing of HTTP: anyone who receives a request hands over its
 * decoded arguments, as {@link dev.sheaf.provider.OaiQueryString} makes them, and writes the answer where it belongs. A list is
 * continued from its resumption token alone, so any process with the same key and base URL can go on with it.
 */
@NullMarked
package dev.sheaf.provider;

import org.jspecify.annotations.NullMarked;
