/** Stylesheets that want to do harm, in real processes. */
@NullMarked
package dev.sheaf.platform.crosswalk.sandbox;

import org.jspecify.annotations.NullMarked;
