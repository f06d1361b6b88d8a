/** Encryption of connections as the rules of a validation see it. */
@NullMarked
package dev.sheaf.harvester.http.tls;

import org.jspecify.annotations.NullMarked;
