@NullMarked
package dev.sheaf.platform.openurl;

import org.jspecify.annotations.NullMarked;
