/**
 * Fixed addresses of host names during connection attempts. The JDK's HTTP client resolves names by itself, so it might not connect to the
 * address that was checked before. This package answers the JDK's look-ups with the checked addresses.
 */
@NullMarked
package dev.sheaf.harvester.names;

import org.jspecify.annotations.NullMarked;
