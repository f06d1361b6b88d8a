/** Diagnosis of a data directory: finds damage and inconsistencies, and mends what can be mended without loss. */
@NullMarked
package dev.sheaf.platform.doctor;

import org.jspecify.annotations.NullMarked;
