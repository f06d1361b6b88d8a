/**
 * Judgement of data providers. {@link dev.sheaf.validator.run.Validation} asks a repository and judges it by rules; this package holds the
 * XML Schemas that its responses must obey.
 */
@NullMarked
package dev.sheaf.validator;

import org.jspecify.annotations.NullMarked;
