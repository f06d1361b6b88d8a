/** Tests of the package of the same name. */
@NullMarked
package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.NullMarked;
