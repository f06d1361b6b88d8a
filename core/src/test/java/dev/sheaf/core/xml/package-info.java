/** Tests of XML in and out. */
@NullMarked
package dev.sheaf.core.xml;

import org.jspecify.annotations.NullMarked;
