/** Rules on lists and resumption tokens (S3.5, S4.3, S4.5, S4.6). */
@NullMarked
package dev.sheaf.validator.rules.lists;

import org.jspecify.annotations.NullMarked;
