/**
 * ResourceSync 1.1 (ANSI/NISO Z39.99-2017): the records of sources and aggregates with dumps as resources, with lists of them, of their changes
 * and of packages. One set of resources, with its own capability list, is one format of one repository.
 */
@NullMarked
package dev.sheaf.platform.resourcesync;

import org.jspecify.annotations.NullMarked;
