/**
 * Addresses of clients, and lists of those that a repository is open to.
 *
 * <p>{@link dev.sheaf.core.address.AccessList} says which {@link dev.sheaf.core.address.IpAddress} may read. Names are never resolved. All
 * types are immutable values.
 */
@NullMarked
package dev.sheaf.core.address;

import org.jspecify.annotations.NullMarked;
