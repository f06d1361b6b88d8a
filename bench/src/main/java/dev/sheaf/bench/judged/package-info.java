/** Data providers of other projects, as they are served in practice, for {@code sheaf validate}. */
@NullMarked
package dev.sheaf.bench.judged;

import org.jspecify.annotations.NullMarked;
