/** The lists of records that clients can request, in order of (datestamp, seq), and the membership of records in them. Internal. */
@NullMarked
package dev.sheaf.store.sql.lists;

import org.jspecify.annotations.NullMarked;
