/**
 * Usage logs as repositories: counts which records readers use, without anything that names a reader, publishes the counts as two OAI
 * repositories, and finds records that are read together.
 *
 * <p>{@link dev.sheaf.platform.usage.UseCounter} counts requests, {@link dev.sheaf.platform.usage.UsageWork} stores the counts and publishes
 * each day when it is over.
 */
@NullMarked
package dev.sheaf.platform.usage;

import org.jspecify.annotations.NullMarked;
