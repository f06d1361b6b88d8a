/**
 * Stylesheets of the hub's operators, run in a separate process. Java cannot limit the memory and time of code in the same process, and a
 * stylesheet that loops or fills the memory must not end the hub.
 */
@NullMarked
package dev.sheaf.formats.crosswalk.sandbox;

import org.jspecify.annotations.NullMarked;
