/** Tests of the package of the same name. */
@NullMarked
package dev.sheaf.harvester.client;

import org.jspecify.annotations.NullMarked;
