/** Rules on two runs: what an incremental harvest between them sees of the changes (S2.5, S2.5.1, S2.7.1). */
@NullMarked
package dev.sheaf.validator.rules.changes;

import org.jspecify.annotations.NullMarked;
