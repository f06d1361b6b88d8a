/**
 * XML in and out: responses, records, provenance, and single elements. Parsers and writers are made here and nowhere else: without DTDs,
 * without external entities, with limits. Containers and responses with a value of their own are read and written beside the value, by
 * {@link dev.sheaf.core.xml.ContainerElement} and {@link dev.sheaf.core.xml.ElementWriter}.
 *
 * <p>Records are sliced out of a response by byte offset, so their metadata keeps the received bytes. The writer copies these bytes between
 * header and envelope.
 */
@NullMarked
package dev.sheaf.core.xml;

import org.jspecify.annotations.NullMarked;
