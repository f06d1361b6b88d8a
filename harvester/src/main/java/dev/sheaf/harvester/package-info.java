/**
 * Harvesting of records from a base URL into any {@link dev.sheaf.core.store.RecordSink}. The entry point is {@link
 * dev.sheaf.harvester.Harvester}. It uses {@link dev.sheaf.harvester.client.OaiClient}, which sends one protocol request per call, and
 * {@link dev.sheaf.harvester.http.HttpFetcher}, the only class with sockets to the outside.
 *
 * <p>All input is treated as hostile: sizes, times, redirects and the number of attempts are limited, endless lists are detected, and a
 * list counts as complete only if that is proven.
 */
@NullMarked
package dev.sheaf.harvester;

import org.jspecify.annotations.NullMarked;
