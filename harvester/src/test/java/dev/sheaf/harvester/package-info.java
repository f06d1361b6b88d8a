/** Tests of the harvester, over real HTTP against the scripted data provider. */
@NullMarked
package dev.sheaf.harvester;

import org.jspecify.annotations.NullMarked;
