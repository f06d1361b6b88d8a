/** Runs of validations: {@link dev.sheaf.validator.run.Validation} is the front door. */
@NullMarked
package dev.sheaf.validator.run;

import org.jspecify.annotations.NullMarked;
