/** Contracts of the facets of the store. Each implementation of the store has a test that extends them. */
@NullMarked
package dev.sheaf.store.contract;

import org.jspecify.annotations.NullMarked;
