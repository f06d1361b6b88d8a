/** Commands of aggregates. */
@NullMarked
package dev.sheaf.cli.aggregate;

import org.jspecify.annotations.NullMarked;
