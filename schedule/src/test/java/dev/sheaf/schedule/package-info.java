/** Tests of the schedule: time is a number that the test sets. */
@NullMarked
package dev.sheaf.schedule;

import org.jspecify.annotations.NullMarked;
