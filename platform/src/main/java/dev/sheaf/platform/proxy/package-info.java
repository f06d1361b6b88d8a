/**
 * Live proxy in front of a source. It sends the harvester's requests to the source, repairs the responses while it returns them, and stores
 * a list of the faults for the source's administrator.
 */
@NullMarked
package dev.sheaf.platform.proxy;

import org.jspecify.annotations.NullMarked;
