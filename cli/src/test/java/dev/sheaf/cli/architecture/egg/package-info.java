/** A package of a cycle, which {@code ArchitectureTest} has to find. */
@NullMarked
package dev.sheaf.cli.architecture.egg;

import org.jspecify.annotations.NullMarked;
