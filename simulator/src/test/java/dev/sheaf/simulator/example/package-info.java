/** Examples of docs/library.md: compiled, and tested. */
@NullMarked
package dev.sheaf.simulator.example;

import org.jspecify.annotations.NullMarked;
