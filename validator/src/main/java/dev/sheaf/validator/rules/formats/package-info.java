/** Rules on metadata formats: what ListMetadataFormats says, and whether it is true (S2.5, S3.4, S4.4). */
@NullMarked
package dev.sheaf.validator.rules.formats;

import org.jspecify.annotations.NullMarked;
