/** Commands that harvest: {@code harvest} into the store, {@code fetch} into a file. */
@NullMarked
package dev.sheaf.cli.harvest;

import org.jspecify.annotations.NullMarked;
