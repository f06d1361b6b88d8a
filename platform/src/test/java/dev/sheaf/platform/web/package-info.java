/** Tests of the pages: over real HTTP, from a real store and a real index. */
@NullMarked
package dev.sheaf.platform.web;

import org.jspecify.annotations.NullMarked;
