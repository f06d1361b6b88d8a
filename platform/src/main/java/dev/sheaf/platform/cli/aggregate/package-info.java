/** Commands of aggregates. */
@NullMarked
package dev.sheaf.platform.cli.aggregate;

import org.jspecify.annotations.NullMarked;
