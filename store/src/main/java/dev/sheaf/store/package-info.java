/**
 * The store: records of any number of sources with their one sequence of changes, and all other data that a hub stores.
 *
 * <p>{@link dev.sheaf.store.HubStore} is the contract: the record store of {@code core}, and a facet for each further concern. The facets
 * and their values are in packages by subject: {@code records}, {@code enrichments}, {@code aggregates}, {@code sources}, {@code runs} and
 * {@code notices}. {@code dev.sheaf.store.open.HubStores} opens a store. All other packages ({@code sql} and below, {@code sqlite}, {@code
 * postgres}) are internal: they may change in any version.
 *
 * <p>A store needs no hub: a Java program opens one, puts a source, saves batches of records, and reads them as a
 * {@link dev.sheaf.core.repository.Repository}.
 */
@NullMarked
package dev.sheaf.store;

import org.jspecify.annotations.NullMarked;
