/**
 * Internal: other modules must not use this package, and it may change in any version.
 *
 * <p>One whole list: {@link dev.sheaf.harvester.internal.list.WholeList} returns its pages one after another, requests smaller ranges if
 * the repository cannot deliver it as a whole (the fallback strategy), and checks at the end whether anything is missing.
 */
@NullMarked
package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.NullMarked;
