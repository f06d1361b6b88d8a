/** Rules on Identify and its descriptions (S4.2). */
@NullMarked
package dev.sheaf.validator.rules.identify;

import org.jspecify.annotations.NullMarked;
