/** The process that extracts: it reads requests from its standard input, and has neither network nor much memory. */
@NullMarked
package dev.sheaf.publish.extract.worker;

import org.jspecify.annotations.NullMarked;
