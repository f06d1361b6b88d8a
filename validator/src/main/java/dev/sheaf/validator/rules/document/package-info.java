/** Rules on the document as such: encoding, XML, root element (S3.2). */
@NullMarked
package dev.sheaf.validator.rules.document;

import org.jspecify.annotations.NullMarked;
