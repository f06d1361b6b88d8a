/**
 * The interface {@link dev.sheaf.core.repository.Repository}, from which a data provider reads the records that it serves.
 *
 * <p>Lists are read page by page with a {@link dev.sheaf.core.repository.Position}, the (datestamp, sequence) of the last entry: each page
 * costs the same at any depth of the list, and the server keeps no state.
 */
@NullMarked
package dev.sheaf.core.repository;

import org.jspecify.annotations.NullMarked;
