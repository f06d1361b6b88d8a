/** Tests of the room of the same name. */
@NullMarked
package dev.sheaf.harvester.list;

import org.jspecify.annotations.NullMarked;
