/**
 * Internal, and nobody's API: other modules must not use this package, and it may change without notice.
 *
 * <p>One whole list: {@link dev.sheaf.harvester.internal.list.WholeList} hands out its pages one after another, asks for smaller ranges where
 * the repository cannot give it at once (the fallback strategy), and checks at the end whether anything is missing.
 */
@NullMarked
package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.NullMarked;
