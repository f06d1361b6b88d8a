/** A package of a cycle, which {@code ArchitectureTest} has to find. */
@NullMarked
package dev.sheaf.cli.architecture.hen;

import org.jspecify.annotations.NullMarked;
