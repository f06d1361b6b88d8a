/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql.saving;

import org.jspecify.annotations.NullMarked;
