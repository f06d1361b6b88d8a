/**
 * The faults of data providers in the field, each with a name, a description, and the result that a harvester must achieve. Several may be
 * played at once. A server plays them for harvesters of any kind and keeps a score.
 */
@NullMarked
package dev.sheaf.simulator.misbehaviour;

import org.jspecify.annotations.NullMarked;
