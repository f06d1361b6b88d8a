/**
 * Notifications of changes in both directions: sources announce or push changes to this hub, and this hub notifies receivers of changes in
 * its repositories.
 */
@NullMarked
package dev.sheaf.platform.notify;

import org.jspecify.annotations.NullMarked;
