/**
 * A scripted repository over real HTTP on the loopback interface. It holds the records it is given, answers as the protocol says or as a
 * script says, and keeps a log of the requests it received.
 */
@NullMarked
package dev.sheaf.simulator;

import org.jspecify.annotations.NullMarked;
