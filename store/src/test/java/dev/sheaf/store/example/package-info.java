/** The example of docs/library.md, which a test runs. */
@NullMarked
package dev.sheaf.store.example;

import org.jspecify.annotations.NullMarked;
