/** Pages on which the owner of a collection adds documents, corrects their descriptions, and decides what is published. */
@NullMarked
package dev.sheaf.platform.web.deposit;

import org.jspecify.annotations.NullMarked;
