/**
 * The options of the program: one table ({@link dev.sheaf.platform.config.Setting}) with default and check of each, read from the command
 * line, the environment and a YAML file, in this order of strength.
 */
@NullMarked
package dev.sheaf.platform.config;

import org.jspecify.annotations.NullMarked;
