/**
 * Discovery of repositories: reads lists of base URLs and the friends that repositories name, asks for their identity, and recognises
 * addresses that lead to one repository.
 */
@NullMarked
package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.NullMarked;
