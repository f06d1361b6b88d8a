/** Many sources and schedules in one hub. */
@NullMarked
package dev.sheaf.bench.many;

import org.jspecify.annotations.NullMarked;
