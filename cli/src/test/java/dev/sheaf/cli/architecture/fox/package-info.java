/** A package that uses what is internal to another module, which {@code ArchitectureTest} has to find. */
@NullMarked
package dev.sheaf.cli.architecture.fox;

import org.jspecify.annotations.NullMarked;
