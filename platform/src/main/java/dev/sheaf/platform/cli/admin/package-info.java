/** Commands for the administrator: password, identifiers, backups, examination. */
@NullMarked
package dev.sheaf.platform.cli.admin;

import org.jspecify.annotations.NullMarked;
