/** Rules on the behaviour of a repository that several requests at a time, or long lists, put under load. */
@NullMarked
package dev.sheaf.validator.rules.load;

import org.jspecify.annotations.NullMarked;
