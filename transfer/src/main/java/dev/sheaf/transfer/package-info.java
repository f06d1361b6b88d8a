/** Parts that imports and exports share: cells of tables, and faults of YAML files. */
@NullMarked
package dev.sheaf.transfer;

import org.jspecify.annotations.NullMarked;
