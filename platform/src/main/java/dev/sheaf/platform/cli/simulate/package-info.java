/** Commands that simulate: the schedule, and repositories that misbehave. */
@NullMarked
package dev.sheaf.platform.cli.simulate;

import org.jspecify.annotations.NullMarked;
