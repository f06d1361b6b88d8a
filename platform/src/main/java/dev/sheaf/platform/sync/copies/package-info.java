/** Copies of the files of archives: what records say of them, where they lie, and how they are fetched while an archive is on line. */
@NullMarked
package dev.sheaf.platform.sync.copies;

import org.jspecify.annotations.NullMarked;
