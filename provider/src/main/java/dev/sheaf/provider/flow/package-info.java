/**
 * Flow control: the clients that may send requests to a repository, and their rate (protocol, section 2.2 of the summary in the guidelines:
 * 200, then 503 with Retry-After, then 403).
 *
 * <p>{@link dev.sheaf.provider.flow.FlowControl} decides from an address and the time; it knows nothing of HTTP exchanges. The code that
 * receives requests turns its decisions into statuses.
 */
@NullMarked
package dev.sheaf.provider.flow;

import org.jspecify.annotations.NullMarked;
