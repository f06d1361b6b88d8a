/** Checks of a data provider. At present: the XML Schemas that its responses must obey. */
@NullMarked
package dev.sheaf.validator;

import org.jspecify.annotations.NullMarked;
