/**
 * Values that tell how a response was read: {@link dev.sheaf.harvester.repair.Reading} has the response with the repairs and the parts that
 * could not be read. {@link dev.sheaf.harvester.client.ResponseReader} makes them. Immutable.
 */
@NullMarked
package dev.sheaf.harvester.repair;

import org.jspecify.annotations.NullMarked;
