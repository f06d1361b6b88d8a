/** Commands that run a hub. */
@NullMarked
package dev.sheaf.cli.serve;

import org.jspecify.annotations.NullMarked;
