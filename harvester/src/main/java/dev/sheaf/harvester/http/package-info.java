/**
 * One HTTP exchange after another, and nothing of OAI-PMH but what goes wrong on the way: sockets, TLS, redirects, attempts, the pace that a
 * host bears, bodies of bounded size. {@link dev.sheaf.harvester.http.HttpFetcher} is the one place with sockets to the outside;
 * {@link dev.sheaf.harvester.http.HarvestException} reports every failure of a harvest.
 */
@NullMarked
package dev.sheaf.harvester.http;

import org.jspecify.annotations.NullMarked;
