/** Pages about archives that register themselves: the list of all, the form of registration, its approval, and copies of their files. */
@NullMarked
package dev.sheaf.platform.web.archives;

import org.jspecify.annotations.NullMarked;
