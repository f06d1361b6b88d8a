/**
 * Reports on sources and their runs, for people and as JSON. Commands, pages and the programming interface share them, so that all show the
 * same.
 */
@NullMarked
package dev.sheaf.platform.report;

import org.jspecify.annotations.NullMarked;
