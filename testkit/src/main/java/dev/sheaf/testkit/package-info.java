/** Tools for the tests of every module: the contracts that implementations of the interfaces have to keep, records, and a clock set by hand. */
@NullMarked
package dev.sheaf.testkit;

import org.jspecify.annotations.NullMarked;
