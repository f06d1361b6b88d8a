/** The report of a validation: verdicts, violations with the bytes seen, and the texts of the rules. */
@NullMarked
package dev.sheaf.validator.report;

import org.jspecify.annotations.NullMarked;
