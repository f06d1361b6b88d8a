/** Tests of commands in processes of their own, which work at once, are killed, or have little memory. */
@NullMarked
package dev.sheaf.cli.acceptance;

import org.jspecify.annotations.NullMarked;
