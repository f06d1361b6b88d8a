/** Items that readers use: endpoints note them on the request, and usage logs count them. */
@NullMarked
package dev.sheaf.platform.server.readers;

import org.jspecify.annotations.NullMarked;
