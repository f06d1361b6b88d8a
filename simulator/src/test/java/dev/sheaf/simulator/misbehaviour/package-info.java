/** Tests of every misbehaviour and its server. The module of the harvester tests its results against them. */
@NullMarked
package dev.sheaf.simulator.misbehaviour;

import org.jspecify.annotations.NullMarked;
