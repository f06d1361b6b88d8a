/**
 * The resolver of identifiers, {@code /id/{identifier}}, as ERRoL (Extensible Repository Resource Locators, OCLC Research, 2003): an
 * identifier of an item leads to its record, its formats and its resource; a DOI, ARK, URN or the like to the records that name it.
 */
@NullMarked
package dev.sheaf.platform.resolver;

import org.jspecify.annotations.NullMarked;
