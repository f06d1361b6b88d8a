/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql.sources;

import org.jspecify.annotations.NullMarked;
