/** Tests of the package of the same name. */
@NullMarked
package dev.sheaf.harvester.signatures;

import org.jspecify.annotations.NullMarked;
