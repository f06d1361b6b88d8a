/** Rules on verbs and arguments: wrong requests are answered by the right errors (S3.6, S4). */
@NullMarked
package dev.sheaf.validator.rules.arguments;

import org.jspecify.annotations.NullMarked;
