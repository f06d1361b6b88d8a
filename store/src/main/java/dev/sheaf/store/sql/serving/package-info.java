/**
 * Sources and aggregates as repositories: {@code StoredRepository} reads pages by keyset, {@code StoredSegment} reads its records on
 * demand. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.serving;

import org.jspecify.annotations.NullMarked;
