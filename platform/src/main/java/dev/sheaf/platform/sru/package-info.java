/**
 * SRU, Search/Retrieve via URL: the versions 1.1 and 1.2 of the Library of Congress and 2.0 of OASIS (2013), with the query language CQL.
 * {@link dev.sheaf.platform.sru.CqlParser} reads a query, {@link dev.sheaf.platform.sru.CqlTranslator} makes an expression of the search
 * index of it.
 */
@NullMarked
package dev.sheaf.platform.sru;

import org.jspecify.annotations.NullMarked;
