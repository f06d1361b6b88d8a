/**
 * Tables of runs: reports, checkpoints, and what the roll-back of the last run needs. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.runs;

import org.jspecify.annotations.NullMarked;
