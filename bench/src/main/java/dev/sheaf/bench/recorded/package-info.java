/** The findings of the validator in recorded responses of real repositories. */
@NullMarked
package dev.sheaf.bench.recorded;

import org.jspecify.annotations.NullMarked;
