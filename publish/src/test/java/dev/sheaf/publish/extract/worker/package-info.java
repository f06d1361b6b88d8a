/** Tests of the processes that extract. */
@NullMarked
package dev.sheaf.publish.extract.worker;

import org.jspecify.annotations.NullMarked;
