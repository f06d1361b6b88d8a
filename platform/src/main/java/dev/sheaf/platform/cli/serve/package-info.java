/** Commands that run a hub. */
@NullMarked
package dev.sheaf.platform.cli.serve;

import org.jspecify.annotations.NullMarked;
