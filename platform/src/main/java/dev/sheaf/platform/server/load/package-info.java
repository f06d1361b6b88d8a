/**
 * Keeps the server answering under floods of connections, slow bodies and readers that stall: bounds on connections, on requests in
 * progress and on rates, in all and for each client, before a thread is spent on a request.
 */
@NullMarked
package dev.sheaf.platform.server.load;

import org.jspecify.annotations.NullMarked;
