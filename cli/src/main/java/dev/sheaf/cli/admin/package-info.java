/** Commands for the administrator: password, identifiers, backups, examination. */
@NullMarked
package dev.sheaf.cli.admin;

import org.jspecify.annotations.NullMarked;
