/**
 * Both sides of changes that are told instead of asked for: what sources announce or push to this hub, and who is told of changes of this hub's
 * repositories.
 */
@NullMarked
package dev.sheaf.platform.notify;

import org.jspecify.annotations.NullMarked;
