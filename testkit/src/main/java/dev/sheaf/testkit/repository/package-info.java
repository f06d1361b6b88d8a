/** A repository that a test fills by hand, for tests of code that serves a {@link dev.sheaf.core.repository.Repository}. */
@NullMarked
package dev.sheaf.testkit.repository;

import org.jspecify.annotations.NullMarked;
