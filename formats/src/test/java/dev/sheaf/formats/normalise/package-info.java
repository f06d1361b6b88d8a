/** Tests of the normaliser: hard cases by hand, and rates over real collections. */
@NullMarked
package dev.sheaf.formats.normalise;

import org.jspecify.annotations.NullMarked;
