@NullMarked
package dev.sheaf.platform.web.stats;

import org.jspecify.annotations.NullMarked;
