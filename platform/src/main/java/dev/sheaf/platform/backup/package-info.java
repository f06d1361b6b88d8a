/** Backups of a data directory: one archive with the database, the key of the secrets and the configuration, checked before it is used. */
@NullMarked
package dev.sheaf.platform.backup;

import org.jspecify.annotations.NullMarked;
