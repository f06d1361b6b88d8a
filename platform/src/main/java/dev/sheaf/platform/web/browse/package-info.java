/**
 * Pages of repositories for people, {@code /browse/{id}?verb=…}: the answers of the protocol as linked pages. Each verb has a page record
 * for its answer, and a template in {@code src/main/jte/browse}. Requests go through the data provider, so arguments, errors, paging and
 * tokens are those of the protocol.
 */
@NullMarked
package dev.sheaf.platform.web.browse;

import org.jspecify.annotations.NullMarked;
