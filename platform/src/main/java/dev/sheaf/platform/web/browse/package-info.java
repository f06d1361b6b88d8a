/**
 * Repositories for people, {@code /browse/{id}?verb=…}: the answers of the protocol as linked pages. Each verb has a page record that takes
 * its answer and a template in {@code src/main/jte/browse}; requests go through the data provider, so arguments, errors, paging and tokens
 * are the protocol's own.
 */
@NullMarked
package dev.sheaf.platform.web.browse;

import org.jspecify.annotations.NullMarked;
