/** Conformance of repositories: scheduled validations, letters to administrators, the registry, and the health of links in records. */
@NullMarked
package dev.sheaf.platform.watch;

import org.jspecify.annotations.NullMarked;
