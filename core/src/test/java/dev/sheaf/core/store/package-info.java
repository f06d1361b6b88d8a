/** Tests of what is saved. */
@NullMarked
package dev.sheaf.core.store;

import org.jspecify.annotations.NullMarked;
