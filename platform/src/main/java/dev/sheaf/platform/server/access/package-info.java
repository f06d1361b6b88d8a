/** Access to the administration: its password, sessions of browsers, tokens of programs, and the protection against guessing or borrowing them. */
@NullMarked
package dev.sheaf.platform.server.access;

import org.jspecify.annotations.NullMarked;
