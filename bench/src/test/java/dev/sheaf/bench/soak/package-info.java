/** Tests of the soak. */
@NullMarked
package dev.sheaf.bench.soak;

import org.jspecify.annotations.NullMarked;
