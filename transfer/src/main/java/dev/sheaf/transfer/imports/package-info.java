/**
 * Imports of local records as a repository. Files are read record by record, and after a run the store has the same content as the files;
 * new, changed and absent records get a datestamp at that time.
 *
 * <p>{@link dev.sheaf.transfer.imports.RecordImport} is the entry point. A broken file, line or record is reported and counted; the import
 * continues with the others.
 */
@NullMarked
package dev.sheaf.transfer.imports;

import org.jspecify.annotations.NullMarked;
