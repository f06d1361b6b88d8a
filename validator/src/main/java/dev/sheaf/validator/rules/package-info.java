/**
 * Rules. A rule is one requirement of the specification or the guidelines, checked on responses, records, or the evidence of a whole run. The
 * rules themselves are in the packages below, by subject.
 */
@NullMarked
package dev.sheaf.validator.rules;

import org.jspecify.annotations.NullMarked;
