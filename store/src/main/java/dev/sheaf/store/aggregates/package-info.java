/**
 * Facets of the store that decide which records are in which aggregates.
 */
@NullMarked
package dev.sheaf.store.aggregates;

import org.jspecify.annotations.NullMarked;
