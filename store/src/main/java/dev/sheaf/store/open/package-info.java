/** The choice of the store's implementation. See {@link dev.sheaf.store.open.HubStores}. */
@NullMarked
package dev.sheaf.store.open;

import org.jspecify.annotations.NullMarked;
