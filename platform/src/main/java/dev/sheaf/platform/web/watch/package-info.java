/** Pages about the conformance of repositories, with their badges and letters, and the registry. */
@NullMarked
package dev.sheaf.platform.web.watch;

import org.jspecify.annotations.NullMarked;
