/**
 * The project's own benchmark: one command, one run, every figure compared with a lower bound measured in the same run. Absolute times
 * depend on the machine; ratios are what to compare.
 */
@NullMarked
package dev.sheaf.bench;

import org.jspecify.annotations.NullMarked;
