/** Tests of the protocol's words. */
@NullMarked
package dev.sheaf.core;

import org.jspecify.annotations.NullMarked;
