/**
 * The faults of data providers in the field, each with a name, what it looks like, and what a harvester must make of it; several may be
 * played at once. A server plays them for harvesters of any kind and keeps a score.
 */
@NullMarked
package dev.sheaf.simulator.misbehaviour;

import org.jspecify.annotations.NullMarked;
