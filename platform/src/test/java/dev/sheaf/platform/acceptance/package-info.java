/** Tests of the whole program on real input: recorded responses, processes that are killed, hubs that harvest each other. */
@NullMarked
package dev.sheaf.platform.acceptance;

import org.jspecify.annotations.NullMarked;
