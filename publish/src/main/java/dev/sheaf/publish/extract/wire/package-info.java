/** Messages between a process that extracts and the one that asks it. */
@NullMarked
package dev.sheaf.publish.extract.wire;

import org.jspecify.annotations.NullMarked;
