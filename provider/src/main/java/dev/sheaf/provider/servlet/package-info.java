/**
 * The data provider as a servlet, for any container of Jakarta Servlet 6. The container provides the servlet API; without a container this
 * package is not used.
 */
@NullMarked
package dev.sheaf.provider.servlet;

import org.jspecify.annotations.NullMarked;
