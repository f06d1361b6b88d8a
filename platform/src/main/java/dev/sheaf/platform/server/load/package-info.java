/**
 * Protection of the server against floods of connections, slow bodies and stalled readers: limits on connections, on requests in progress
 * and on rates, for all clients and for each one, before a request gets a thread.
 */
@NullMarked
package dev.sheaf.platform.server.load;

import org.jspecify.annotations.NullMarked;
