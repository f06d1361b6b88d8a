/**
 * The OpenURL resolver, {@code /openurl}: finds the records that a citation means. Citations come by value in OpenURL 0.1 (2000) or in the
 * KEV format of OpenURL 1.0 (ANSI/NISO Z39.88-2004); no address in them is ever fetched.
 */
@NullMarked
package dev.sheaf.platform.openurl;

import org.jspecify.annotations.NullMarked;
