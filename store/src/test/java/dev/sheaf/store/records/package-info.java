/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.store.records;

import org.jspecify.annotations.NullMarked;
