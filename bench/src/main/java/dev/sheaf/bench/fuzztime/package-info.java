/** Search for inputs that take more processor time for each byte the longer they are. */
@NullMarked
package dev.sheaf.bench.fuzztime;

import org.jspecify.annotations.NullMarked;
