/** The key that signs the hub's requests: its file in the data directory, and the settings that switch signing on. */
@NullMarked
package dev.sheaf.platform.keys;

import org.jspecify.annotations.NullMarked;
