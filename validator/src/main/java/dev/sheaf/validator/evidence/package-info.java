/**
 * Evidence that a validation has seen of a repository: requests, responses, and their contents. {@link dev.sheaf.validator.evidence.Prober} makes
 * the requests; rules judge the {@link dev.sheaf.validator.evidence.Evidence}.
 */
@NullMarked
package dev.sheaf.validator.evidence;

import org.jspecify.annotations.NullMarked;
