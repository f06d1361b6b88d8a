/**
 * The HTTP server of the hub: one port, limits, security headers, content coding, and the OAI-PMH endpoint.
 *
 * <p>{@link dev.sheaf.platform.server.HubServer} knows no page and no command. Features that answer requests add an {@link
 * dev.sheaf.platform.server.Endpoint}; a path without endpoint is answered with 404. HTTP exchanges stay in this package and in the
 * endpoints; the layers below use {@link dev.sheaf.core.OaiRequest} and {@link dev.sheaf.core.OaiResponse}.
 */
@NullMarked
package dev.sheaf.platform.server;

import org.jspecify.annotations.NullMarked;
