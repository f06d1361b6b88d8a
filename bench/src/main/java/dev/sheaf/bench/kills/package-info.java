/**
 * Kills processes of Sheaf at random moments during a kind of work, and compares the store with a model after each kill and after the end
 * of the work.
 */
@NullMarked
package dev.sheaf.bench.kills;

import org.jspecify.annotations.NullMarked;
