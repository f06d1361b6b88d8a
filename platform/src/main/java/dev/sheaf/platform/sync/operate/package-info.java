/** Actions of operators on sources and aggregates: edit, correct, undo, replay. */
@NullMarked
package dev.sheaf.platform.sync.operate;

import org.jspecify.annotations.NullMarked;
