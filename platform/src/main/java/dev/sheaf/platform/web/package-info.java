/**
 * The web pages for people, rendered on the server. One class per page; a page takes plain view records, its template is in
 * {@code src/main/jte}. No page needs JavaScript, and none brings any.
 */
@NullMarked
package dev.sheaf.platform.web;

import org.jspecify.annotations.NullMarked;
