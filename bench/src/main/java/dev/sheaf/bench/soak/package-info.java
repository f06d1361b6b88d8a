/**
 * Runs two hubs for a long time beside repositories that change and fail, watches what they use, and compares their copies in the end.
 */
@NullMarked
package dev.sheaf.bench.soak;

import org.jspecify.annotations.NullMarked;
