/**
 * Names of hosts while they are connected to. The JDK's HTTP client resolves a name by itself, so that an address that was checked before
 * need not be the one that it connects to. This package answers the JDK's look-ups with the addresses that were checked.
 */
@NullMarked
package dev.sheaf.harvester.names;

import org.jspecify.annotations.NullMarked;
