/**
 * The data provider as a servlet, for any container of Jakarta Servlet 6. The servlet API itself comes with the container; without one this
 * package is not used.
 */
@NullMarked
package dev.sheaf.provider.servlet;

import org.jspecify.annotations.NullMarked;
