/**
 * Full texts as vectors of terms: how they are made ({@link dev.sheaf.fulltext.IndexPolicy}), how they travel
 * ({@link dev.sheaf.fulltext.TermsXml}, {@link dev.sheaf.fulltext.IndexedXml}), and how a service provider brings those of many data providers to
 * one policy ({@link dev.sheaf.fulltext.Normaliser}).
 *
 * <p>A data provider makes a {@link dev.sheaf.fulltext.TermVector} of each text and exposes it with the metadata. The text itself stays where it
 * is. A service provider that holds the vectors of many texts ranks them as if it held the texts.
 */
@NullMarked
package dev.sheaf.fulltext;

import org.jspecify.annotations.NullMarked;
