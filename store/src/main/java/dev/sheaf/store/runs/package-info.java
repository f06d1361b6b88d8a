/**
 * Facets of the store that concern runs over a source: their reports, their roll-back, and deletions that wait for approval.
 */
@NullMarked
package dev.sheaf.store.runs;

import org.jspecify.annotations.NullMarked;
