/**
 * Dumps: files with all records of a source or aggregate, and files with the changes since. They are made from the lists that OAI-PMH serves,
 * so a full dump with all later deltas is what a harvest brings.
 */
@NullMarked
package dev.sheaf.platform.dumps;

import org.jspecify.annotations.NullMarked;
