/** Facet for the static repository gateway: the static repositories that were initiated. */
@NullMarked
package dev.sheaf.store.gateways;

import org.jspecify.annotations.NullMarked;
