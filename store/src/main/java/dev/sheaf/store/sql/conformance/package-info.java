/** Validations, the registry and checked links, in tables of their own. Internal. */
@NullMarked
package dev.sheaf.store.sql.conformance;

import org.jspecify.annotations.NullMarked;
