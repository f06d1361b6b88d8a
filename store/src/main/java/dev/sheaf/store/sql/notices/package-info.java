/**
 * Tables of announcements and subscriptions. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.notices;

import org.jspecify.annotations.NullMarked;
