/** Pages for people in memory, with the validators of HTTP (RFC 9110, 8.8), so that crawlers cost little. */
@NullMarked
package dev.sheaf.platform.server.pages;

import org.jspecify.annotations.NullMarked;
