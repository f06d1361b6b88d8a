/**
 * The data provider: answers protocol requests from any {@link dev.sheaf.core.repository.Repository}.
 *
 * <p>{@link dev.sheaf.provider.DataProvider} is the entry point. It is independent of HTTP: the caller passes the decoded arguments of a
 * request, as {@link dev.sheaf.provider.OaiQueryString} returns them, and writes the answer. A list continues from its resumption token
 * alone, so any process with the same key and base URL can continue it.
 */
@NullMarked
package dev.sheaf.provider;

import org.jspecify.annotations.NullMarked;
