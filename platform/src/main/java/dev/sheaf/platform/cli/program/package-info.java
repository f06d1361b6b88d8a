/** What all commands stand on: the program that they belong to, its console, and how commands speak to people. */
@NullMarked
package dev.sheaf.platform.cli.program;

import org.jspecify.annotations.NullMarked;
