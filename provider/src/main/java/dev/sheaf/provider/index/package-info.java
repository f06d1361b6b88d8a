/**
 * The extension of the protocol for index harvesting, on the side of the provider: {@link dev.sheaf.provider.index.IndexProvider} serves the
 * records of combined formats with metadata and index beside each other, at a base URL of its own and in a namespace of its own.
 *
 * <p>Requests are mapped onto those of plain OAI-PMH for the combined format, so that lists, tokens and errors are the ordinary ones.
 */
@NullMarked
package dev.sheaf.provider.index;

import org.jspecify.annotations.NullMarked;
