/** A package of a cycle, which {@code ArchitectureTest} has to find. */
@NullMarked
package dev.sheaf.platform.architecture.egg;

import org.jspecify.annotations.NullMarked;
