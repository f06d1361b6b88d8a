/** Tests of the experiment on exactness, in a short form. */
@NullMarked
package dev.sheaf.bench.exactness;

import org.jspecify.annotations.NullMarked;
