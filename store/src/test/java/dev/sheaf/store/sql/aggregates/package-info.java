/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.sql.aggregates;

import org.jspecify.annotations.NullMarked;
