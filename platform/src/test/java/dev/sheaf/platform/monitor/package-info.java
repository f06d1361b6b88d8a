/** Tests of alerts, metrics and the access log. */
@NullMarked
package dev.sheaf.platform.monitor;

import org.jspecify.annotations.NullMarked;
