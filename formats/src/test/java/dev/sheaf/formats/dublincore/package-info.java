/** Tests of the reader of Dublin Core. */
@NullMarked
package dev.sheaf.formats.dublincore;

import org.jspecify.annotations.NullMarked;
