/**
 * First loads of lists from the dumps that repositories offer in Identify: the manifest, the transfer of the files with their checksums, and
 * the reading of their records.
 */
@NullMarked
package dev.sheaf.platform.sync.load;

import org.jspecify.annotations.NullMarked;
