/**
 * The seam {@link dev.sheaf.core.repository.Repository}: what a data provider serves, seen from the provider.
 *
 * <p>Lists are read page by page with a {@link dev.sheaf.core.repository.Position}, the (datestamp, sequence) of the last entry: any depth
 * of a list costs the same, and no state stays behind on the server.
 */
@NullMarked
package dev.sheaf.core.repository;

import org.jspecify.annotations.NullMarked;
