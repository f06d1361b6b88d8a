/** Judges a data provider. For now: the XML Schemas that its responses must obey. */
@NullMarked
package dev.sheaf.validator;

import org.jspecify.annotations.NullMarked;
