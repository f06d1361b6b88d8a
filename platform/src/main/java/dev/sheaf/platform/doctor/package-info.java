/** Diagnosis of a data directory: finds damage and inconsistencies, and repairs damage that can be repaired without loss. */
@NullMarked
package dev.sheaf.platform.doctor;

import org.jspecify.annotations.NullMarked;
