/**
 * XML in and out. Parsers and writers are made here and nowhere else: without DTDs, without external entities, with limits.
 *
 * <p>Records are sliced out of a response by byte offset, so their metadata stays as it was received; going out, the bytes are put
 * between header and envelope without another pass through an XML writer.
 */
@NullMarked
package dev.sheaf.core.xml;

import org.jspecify.annotations.NullMarked;
