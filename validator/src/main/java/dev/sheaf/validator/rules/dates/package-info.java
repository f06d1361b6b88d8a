/** Rules on dates: datestamps, from and until, granularities (S2.7.1, S3.3). */
@NullMarked
package dev.sheaf.validator.rules.dates;

import org.jspecify.annotations.NullMarked;
