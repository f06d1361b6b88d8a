/** Tests of the package of this name. */
@NullMarked
package dev.sheaf.publish.files;

import org.jspecify.annotations.NullMarked;
