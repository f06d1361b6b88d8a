/**
 * Checks of what is shipped: the bill of materials, the stored list of advisories, and the comparison of two builds.
 */
@NullMarked
package dev.sheaf.bench.supply;

import org.jspecify.annotations.NullMarked;
