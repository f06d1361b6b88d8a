/** Output of records from the store, or straight from a repository, to a file or to standard output, record by record and in any amount. */
@NullMarked
package dev.sheaf.transfer.exports;

import org.jspecify.annotations.NullMarked;
