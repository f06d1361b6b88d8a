/**
 * The place where an implementation of the store is chosen. See {@link dev.sheaf.store.open.HubStores}.
 */
@NullMarked
package dev.sheaf.store.open;

import org.jspecify.annotations.NullMarked;
