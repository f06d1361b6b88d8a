/**
 * Sources and aggregates as repositories: {@code StoredRepository} reads pages by keyset, {@code StoredSegment} reads its records when
 * somebody wants them. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.serving;

import org.jspecify.annotations.NullMarked;
