@NullMarked
package dev.sheaf.platform.report;

import org.jspecify.annotations.NullMarked;
