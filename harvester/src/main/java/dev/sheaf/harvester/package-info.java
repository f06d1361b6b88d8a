/**
 * Brings records from a base URL into any {@link dev.sheaf.core.store.RecordSink}. The front door is
 * {@link dev.sheaf.harvester.Harvester}; below it {@link dev.sheaf.harvester.client.OaiClient} asks one question at a time, and
 * {@link dev.sheaf.harvester.http.HttpFetcher} is the one place with sockets to the outside.
 *
 * <p>All input is hostile until shown otherwise: sizes, times, redirects and the number of attempts are bounded, lists that do not end are
 * noticed, and a list counts as complete only when that is proven.
 */
@NullMarked
package dev.sheaf.harvester;

import org.jspecify.annotations.NullMarked;
