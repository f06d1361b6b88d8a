/** Processes that extract, seen from the process that asks them. */
@NullMarked
package dev.sheaf.publish.extract.pool;

import org.jspecify.annotations.NullMarked;
