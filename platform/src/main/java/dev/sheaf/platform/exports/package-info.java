/** Records out of the store, or straight from a repository, into a file or standard output; record by record, in any amount. */
@NullMarked
package dev.sheaf.platform.exports;

import org.jspecify.annotations.NullMarked;
