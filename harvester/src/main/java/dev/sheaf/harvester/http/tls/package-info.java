/** Trust in the certificates of other servers, and what is known of an encrypted connection. */
@NullMarked
package dev.sheaf.harvester.http.tls;

import org.jspecify.annotations.NullMarked;
