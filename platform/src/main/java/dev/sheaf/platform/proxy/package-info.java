/**
 * The live proxy in front of a source: it asks the source what a harvester asks, puts right what is wrong with the response while it passes
 * it on, and keeps a list of what that was, for the source's administrator.
 */
@NullMarked
package dev.sheaf.platform.proxy;

import org.jspecify.annotations.NullMarked;
