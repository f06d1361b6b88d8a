/** Tests of discovery, over real HTTP where it asks. */
@NullMarked
package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.NullMarked;
