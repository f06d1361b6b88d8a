/** Tests of notifications, subscriptions and pushes, over real HTTP. */
@NullMarked
package dev.sheaf.platform.notify;

import org.jspecify.annotations.NullMarked;
