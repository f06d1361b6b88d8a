/**
 * Stylesheets of the hub's operators, run in a process of their own. Java cannot take memory and time back from code that it runs in the same
 * process; a stylesheet that loops or fills the memory must not end the hub.
 */
@NullMarked
package dev.sheaf.platform.crosswalk.sandbox;

import org.jspecify.annotations.NullMarked;
