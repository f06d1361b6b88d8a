@NullMarked
package dev.sheaf.platform.web.admin;

import org.jspecify.annotations.NullMarked;
