/** A hub under floods of requests and hostile sources. */
@NullMarked
package dev.sheaf.bench.attack;

import org.jspecify.annotations.NullMarked;
