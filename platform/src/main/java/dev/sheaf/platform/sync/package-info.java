/**
 * Keeps the store in step with where its records come from: one run of a harvest with everything around it (the lease on the source,
 * derived formats).
 */
@NullMarked
package dev.sheaf.platform.sync;

import org.jspecify.annotations.NullMarked;
