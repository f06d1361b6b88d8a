/** Commands that tell other hubs of changes. */
@NullMarked
package dev.sheaf.platform.cli.notify;

import org.jspecify.annotations.NullMarked;
