/** Stylesheets that want to do harm, in real processes. */
@NullMarked
package dev.sheaf.formats.crosswalk.sandbox;

import org.jspecify.annotations.NullMarked;
