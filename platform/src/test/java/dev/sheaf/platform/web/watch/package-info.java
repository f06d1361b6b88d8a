/** Tests of the pages about conformance: over real HTTP, from a real store. */
@NullMarked
package dev.sheaf.platform.web.watch;

import org.jspecify.annotations.NullMarked;
