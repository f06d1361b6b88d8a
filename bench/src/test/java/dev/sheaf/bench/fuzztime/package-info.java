/** Tests of the search for costly inputs. */
@NullMarked
package dev.sheaf.bench.fuzztime;

import org.jspecify.annotations.NullMarked;
