/**
 * Monitoring of a running hub: alerts by mail and webhook when the state of a source changes, {@code /metrics}, and the access log. Its watcher
 * reads the states of the sources from the store, so that harvests by commands outside the hub are noticed too.
 */
@NullMarked
package dev.sheaf.platform.monitor;

import org.jspecify.annotations.NullMarked;
