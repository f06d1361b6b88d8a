/** XML files: their tokens, their outline, and the beginning and end of each record in them. */
@NullMarked
package dev.sheaf.transfer.imports.xml;

import org.jspecify.annotations.NullMarked;
