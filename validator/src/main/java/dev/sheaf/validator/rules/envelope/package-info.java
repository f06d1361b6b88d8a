/** Rules on the envelope of responses: responseDate, request, errors, and the schema (S3.2). */
@NullMarked
package dev.sheaf.validator.rules.envelope;

import org.jspecify.annotations.NullMarked;
