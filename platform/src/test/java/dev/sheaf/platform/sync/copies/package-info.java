/** Tests of the copies of files. */
@NullMarked
package dev.sheaf.platform.sync.copies;

import org.jspecify.annotations.NullMarked;
