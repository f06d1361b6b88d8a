/** Actions of operators on sources and aggregates: editing, corrections, undoing runs, and reading the quarantine again. */
@NullMarked
package dev.sheaf.platform.sync.operate;

import org.jspecify.annotations.NullMarked;
