/** The schedule of a hub: which source is harvested next, and the history that it learns from. */
@NullMarked
package dev.sheaf.platform.sync.plan;

import org.jspecify.annotations.NullMarked;
