/** Tests of reading what is not as it should be. */
@NullMarked
package dev.sheaf.harvester.internal.repair;

import org.jspecify.annotations.NullMarked;
