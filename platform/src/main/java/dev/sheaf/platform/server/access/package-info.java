/**
 * Access to the administration: its password, sessions of browsers, tokens of programs, and protection against guessing and against
 * requests that other sites forge.
 */
@NullMarked
package dev.sheaf.platform.server.access;

import org.jspecify.annotations.NullMarked;
