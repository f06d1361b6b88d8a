/** Pages about the synchronisation of the hub with its sources: {@code /stats} and one for each source. Charts are drawn by the server, each with its table. */
@NullMarked
package dev.sheaf.platform.web.stats;

import org.jspecify.annotations.NullMarked;
