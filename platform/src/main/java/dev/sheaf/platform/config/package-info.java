/**
 * Options of the program. One table ({@link dev.sheaf.platform.config.Setting}) has the default and the check of each option. The command
 * line overrides the environment, and the environment overrides the YAML file.
 */
@NullMarked
package dev.sheaf.platform.config;

import org.jspecify.annotations.NullMarked;
