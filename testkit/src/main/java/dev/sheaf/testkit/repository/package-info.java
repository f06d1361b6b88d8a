/** A repository that a test fills by hand, for whatever serves a {@link dev.sheaf.core.repository.Repository}. */
@NullMarked
package dev.sheaf.testkit.repository;

import org.jspecify.annotations.NullMarked;
