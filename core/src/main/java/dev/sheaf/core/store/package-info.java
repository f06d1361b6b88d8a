/**
 * The interfaces {@link dev.sheaf.core.store.RecordSink}, which a harvest fills, and {@link dev.sheaf.core.store.RecordStore}, which can
 * also be read.
 *
 * <p>A harvest arrives in {@link dev.sheaf.core.store.Batch}es: the records of one page together with the {@link
 * dev.sheaf.core.store.Checkpoint} from which the harvest can go on. A store saves both together or not at all, so a process that dies at
 * any moment loses at most one page.
 */
@NullMarked
package dev.sheaf.core.store;

import org.jspecify.annotations.NullMarked;
