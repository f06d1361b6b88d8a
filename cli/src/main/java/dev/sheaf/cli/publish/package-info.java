/** The command that makes a repository of a collection of files. */
@NullMarked
package dev.sheaf.cli.publish;

import org.jspecify.annotations.NullMarked;
