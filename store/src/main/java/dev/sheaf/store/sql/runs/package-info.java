/** Tables of runs: reports, checkpoints, and the data for the roll-back of the last run. Internal. */
@NullMarked
package dev.sheaf.store.sql.runs;

import org.jspecify.annotations.NullMarked;
