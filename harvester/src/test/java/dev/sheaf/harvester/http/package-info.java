/** Tests of the package of the same name. */
@NullMarked
package dev.sheaf.harvester.http;

import org.jspecify.annotations.NullMarked;
