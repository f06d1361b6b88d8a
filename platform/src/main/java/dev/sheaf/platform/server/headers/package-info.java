/** Headers of answers that do not depend on the endpoint: what a browser may do with an answer, and what an answer without a body must not state. */
@NullMarked
package dev.sheaf.platform.server.headers;

import org.jspecify.annotations.NullMarked;
