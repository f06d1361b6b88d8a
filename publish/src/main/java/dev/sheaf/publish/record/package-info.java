/** Records that describe, index and hold the resources of a collection. */
@NullMarked
package dev.sheaf.publish.record;

import org.jspecify.annotations.NullMarked;
