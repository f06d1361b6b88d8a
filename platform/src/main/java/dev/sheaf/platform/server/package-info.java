/**
 * The HTTP server of the hub: one port, limits, security headers, content coding, and the OAI-PMH endpoint.
 *
 * <p>{@link dev.sheaf.platform.server.HubServer} knows no page and no command. Whoever has something to answer brings an
 * {@link dev.sheaf.platform.server.Endpoint}; a path that nobody brought is not found. HTTP exchanges stay in this package and in the
 * endpoints; what lies below speaks {@link dev.sheaf.core.OaiRequest} and {@link dev.sheaf.core.OaiResponse}.
 */
@NullMarked
package dev.sheaf.platform.server;

import org.jspecify.annotations.NullMarked;
