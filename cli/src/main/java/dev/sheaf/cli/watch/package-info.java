/** Commands about the conformance of repositories, and the part of a hub that watches over it. */
@NullMarked
package dev.sheaf.cli.watch;

import org.jspecify.annotations.NullMarked;
