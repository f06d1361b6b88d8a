/** Commands that notify other hubs of changes. */
@NullMarked
package dev.sheaf.cli.notify;

import org.jspecify.annotations.NullMarked;
