/**
 * The names of index harvesting: index formats, the formats that combine them with metadata, and what the extension of the protocol adds to
 * requests. An index is the terms of a document's text; it is harvested in place of the text.
 */
@NullMarked
package dev.sheaf.core.index;

import org.jspecify.annotations.NullMarked;
