/** The demonstration: three small repositories of well-known works, and a hub that harvests them, all over real HTTP on this machine. */
@NullMarked
package dev.sheaf.cli.demo;

import org.jspecify.annotations.NullMarked;
