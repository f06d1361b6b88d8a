/**
 * The Common Index File Format (CIFF), version 1, in which search engines exchange whole indexes: a header, a list of postings for each term, a
 * record for each document. {@link dev.sheaf.fulltext.ciff.CiffReader} and {@link dev.sheaf.fulltext.ciff.CiffWriter} pass over a file in its order;
 * {@link dev.sheaf.fulltext.ciff.CiffBuilder} makes a file of vectors, {@link dev.sheaf.fulltext.ciff.CiffVectors} vectors of a file. None of them
 * holds more of it in memory than the caller allows: lists that are longer go through temporary files.
 *
 * <p>CIFF states the length of each document. Sheaf states exact lengths; exports of Lucene's norms state rounded ones.
 */
@NullMarked
package dev.sheaf.fulltext.ciff;

import org.jspecify.annotations.NullMarked;
