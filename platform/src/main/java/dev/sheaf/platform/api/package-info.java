/**
 * Programming interface of the administration, {@code /api/v1}. It offers everything that the administration's pages show and do, as JSON.
 */
@NullMarked
package dev.sheaf.platform.api;

import org.jspecify.annotations.NullMarked;
