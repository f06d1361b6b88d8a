/** Base of all commands: the program that they belong to, its console, and the form of messages to people. */
@NullMarked
package dev.sheaf.cli.program;

import org.jspecify.annotations.NullMarked;
