/** Rules on the encryption of connections. They judge base URLs that begin with https. */
@NullMarked
package dev.sheaf.validator.rules.tls;

import org.jspecify.annotations.NullMarked;
