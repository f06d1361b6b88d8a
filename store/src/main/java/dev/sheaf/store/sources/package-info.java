/**
 * Facets of the store that concern the work with a source: monitoring, control by an operator, schedule, leases, hosts, and faults of its
 * responses.
 */
@NullMarked
package dev.sheaf.store.sources;

import org.jspecify.annotations.NullMarked;
