/**
 * Tools for the tests of every module: a data provider that misbehaves on demand over real HTTP, a clock that is set by hand, and the
 * contracts that implementations of the seams have to keep.
 */
@NullMarked
package dev.sheaf.testkit;

import org.jspecify.annotations.NullMarked;
