/**
 * One list, brought home whole: {@link dev.sheaf.harvester.list.WholeList} hands out its pages one after another, cuts it in smaller pieces
 * where the repository cannot give it at once (the re-entry fallback), and proves at the end that nothing is missing. Works for the rooms
 * above it and is nobody else's API: it may change without notice.
 */
@NullMarked
package dev.sheaf.harvester.list;

import org.jspecify.annotations.NullMarked;
