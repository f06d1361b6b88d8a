/** What a validation says: verdicts, violations with the bytes seen, and the texts of the rules. */
@NullMarked
package dev.sheaf.validator.report;

import org.jspecify.annotations.NullMarked;
