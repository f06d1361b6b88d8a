/** Tests of usage logs. */
@NullMarked
package dev.sheaf.platform.usage;

import org.jspecify.annotations.NullMarked;
