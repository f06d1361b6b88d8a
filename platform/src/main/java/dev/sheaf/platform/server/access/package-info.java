/** Who may administer the hub: its password, sessions of browsers, tokens of programs, and what keeps others from guessing or borrowing them. */
@NullMarked
package dev.sheaf.platform.server.access;

import org.jspecify.annotations.NullMarked;
