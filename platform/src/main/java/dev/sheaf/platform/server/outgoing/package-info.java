/** Guards of requests that strangers make the hub send to other servers: never to the hub itself, and few at the same time. */
@NullMarked
package dev.sheaf.platform.server.outgoing;

import org.jspecify.annotations.NullMarked;
