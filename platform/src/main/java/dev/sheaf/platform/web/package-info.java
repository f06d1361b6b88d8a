/**
 * The web pages for people, rendered on the server. There is one class for each page; a page takes plain view records, and its template is
 * in {@code src/main/jte}. No page uses JavaScript.
 */
@NullMarked
package dev.sheaf.platform.web;

import org.jspecify.annotations.NullMarked;
