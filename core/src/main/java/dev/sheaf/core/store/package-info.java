/**
 * The seams {@link dev.sheaf.core.store.RecordSink} (what a harvest fills) and {@link dev.sheaf.core.store.RecordStore} (what can also be
 * read again).
 *
 * <p>A harvest arrives in {@link dev.sheaf.core.store.Batch}es: the records of one page together with the
 * {@link dev.sheaf.core.store.Checkpoint} from which the harvest can go on. Both appear together or not at all; so a process may die
 * at any moment and loses at most one page.
 */
@NullMarked
package dev.sheaf.core.store;

import org.jspecify.annotations.NullMarked;
