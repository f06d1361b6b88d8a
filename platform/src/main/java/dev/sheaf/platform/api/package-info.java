/** The programming interface of the administration, {@code /api/v1}: everything that its pages show and do, as JSON. */
@NullMarked
package dev.sheaf.platform.api;

import org.jspecify.annotations.NullMarked;
