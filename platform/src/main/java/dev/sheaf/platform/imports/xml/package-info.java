/** XML files: their tokens, their outline, and where each record in them begins and ends. */
@NullMarked
package dev.sheaf.platform.imports.xml;

import org.jspecify.annotations.NullMarked;
