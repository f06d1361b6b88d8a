/** From one metadata format to another: a source that has no oai_dc of its own gets one made from what it has. */
@NullMarked
package dev.sheaf.platform.crosswalk;

import org.jspecify.annotations.NullMarked;
