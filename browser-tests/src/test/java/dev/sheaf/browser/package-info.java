/** The web pages in a real browser: Debian's Chromium, driven over its debugging protocol. Without a Chromium the tests skip themselves. */
@NullMarked
package dev.sheaf.browser;

import org.jspecify.annotations.NullMarked;
