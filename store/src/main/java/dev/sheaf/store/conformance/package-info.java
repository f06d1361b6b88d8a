/** Conformance of repositories: verdicts of validations, the registry of conformant repositories, and the health of links in records. */
@NullMarked
package dev.sheaf.store.conformance;

import org.jspecify.annotations.NullMarked;
