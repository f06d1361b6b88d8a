/**
 * Facets of the store for announcements of changes: announcements by sources, subscribers to this hub, and this hub's subscriptions to its
 * sources.
 */
@NullMarked
package dev.sheaf.store.notices;

import org.jspecify.annotations.NullMarked;
