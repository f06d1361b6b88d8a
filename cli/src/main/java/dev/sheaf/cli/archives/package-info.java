/** One person's archive at a community's hub: the command that registers it, and the hub's pages about archives. */
@NullMarked
package dev.sheaf.cli.archives;

import org.jspecify.annotations.NullMarked;
