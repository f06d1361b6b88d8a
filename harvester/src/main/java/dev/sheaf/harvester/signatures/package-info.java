/**
 * Signatures of HTTP messages with Ed25519 (RFC 9421), as {@value dev.sheaf.harvester.signatures.WebBotAuth#REVISION} has them: keys, their
 * identifiers, and the signatures of requests. The package knows no sockets; time is passed in.
 */
@NullMarked
package dev.sheaf.harvester.signatures;

import org.jspecify.annotations.NullMarked;
