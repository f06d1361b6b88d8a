/** Tests of the room of the same name. */
@NullMarked
package dev.sheaf.harvester.client;

import org.jspecify.annotations.NullMarked;
