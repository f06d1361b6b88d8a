/** Tests of the store. */
@NullMarked
package dev.sheaf.platform.store;

import org.jspecify.annotations.NullMarked;
