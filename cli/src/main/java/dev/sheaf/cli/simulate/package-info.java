/** Commands that simulate: the schedule, and repositories that misbehave. */
@NullMarked
package dev.sheaf.cli.simulate;

import org.jspecify.annotations.NullMarked;
