/**
 * The whole store in an SQL database: {@code SqlHubStore} puts the parts together. Internal.
 */
@NullMarked
package dev.sheaf.store.sql.hub;

import org.jspecify.annotations.NullMarked;
