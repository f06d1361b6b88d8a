/**
 * Kills processes of Sheaf at random moments while they do a kind of work, and compares the store with a model after each kill and after the
 * work was finished.
 */
@NullMarked
package dev.sheaf.bench.kills;

import org.jspecify.annotations.NullMarked;
