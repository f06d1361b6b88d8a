/**
 * Local records as a repository: files are read record by record, and a run over all of them makes the store say what they say; what is
 * new, changed or gone gets its datestamp then.
 *
 * <p>{@link dev.sheaf.platform.imports.RecordImport} is the front door. A broken file, line or record is reported and counted; the import
 * continues with the others.
 */
@NullMarked
package dev.sheaf.platform.imports;

import org.jspecify.annotations.NullMarked;
