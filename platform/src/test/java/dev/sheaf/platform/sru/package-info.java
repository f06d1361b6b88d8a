@NullMarked
package dev.sheaf.platform.sru;

import org.jspecify.annotations.NullMarked;
