/** Facet for the uses of records by readers, without anything that names a reader. */
@NullMarked
package dev.sheaf.store.usage;

import org.jspecify.annotations.NullMarked;
