/** Rules on records: identifiers, deletions, metadata, about containers, GetRecord (S2.4, S2.5, S4.1). */
@NullMarked
package dev.sheaf.validator.rules.records;

import org.jspecify.annotations.NullMarked;
