/**
 * HTTP exchanges: sockets, TLS, redirects, attempts, the rate of requests to a host, bodies of limited size. {@link
 * dev.sheaf.harvester.http.HttpFetcher} is the only class with sockets to the outside; {@link dev.sheaf.harvester.http.HarvestException}
 * reports every failure of a harvest.
 */
@NullMarked
package dev.sheaf.harvester.http;

import org.jspecify.annotations.NullMarked;
