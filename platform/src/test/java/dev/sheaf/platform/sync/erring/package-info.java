/** Harvests of repositories that err. */
@NullMarked
package dev.sheaf.platform.sync.erring;

import org.jspecify.annotations.NullMarked;
