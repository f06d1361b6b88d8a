/** The command that judges whether a repository conforms. */
@NullMarked
package dev.sheaf.cli.validate;

import org.jspecify.annotations.NullMarked;
