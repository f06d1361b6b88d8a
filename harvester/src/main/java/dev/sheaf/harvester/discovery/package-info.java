/**
 * Finds repositories: reads lists of base URLs and the friends that repositories name, asks for their identity, and notices when two
 * addresses lead to one repository.
 */
@NullMarked
package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.NullMarked;
