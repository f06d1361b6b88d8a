/** Rules on HTTP: status, headers, methods, compression, redirects (S3.1). */
@NullMarked
package dev.sheaf.validator.rules.http;

import org.jspecify.annotations.NullMarked;
