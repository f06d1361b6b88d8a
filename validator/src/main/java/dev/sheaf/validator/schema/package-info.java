/** XML Schemas of users and of sources: read, checked, compiled and compared. None of them may have a document type declaration. */
@NullMarked
package dev.sheaf.validator.schema;

import org.jspecify.annotations.NullMarked;
