/** The administration for people, {@code /admin}: pages and forms that work without scripts. */
@NullMarked
package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.NullMarked;
