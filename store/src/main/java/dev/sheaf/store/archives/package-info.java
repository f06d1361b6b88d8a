/** Archives that register themselves at this hub: requests that wait for approval, and when approved ones were last seen. */
@NullMarked
package dev.sheaf.store.archives;

import org.jspecify.annotations.NullMarked;
