/**
 * A scripted repository over real HTTP on the loopback interface. It contains the records that a test gives it, answers by the protocol or
 * by a script, and keeps a log of the requests.
 */
@NullMarked
package dev.sheaf.simulator;

import org.jspecify.annotations.NullMarked;
