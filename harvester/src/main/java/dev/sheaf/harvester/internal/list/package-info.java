/**
 * One whole list: {@link dev.sheaf.harvester.internal.list.WholeList} hands out its pages one after another, asks for smaller ranges where the
 * repository cannot give it at once (the fallback strategy), and checks at the end whether anything is missing. Serves the packages above
 * it and is no interface for others: it may change without notice.
 */
@NullMarked
package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.NullMarked;
