/** Reports on sources and their runs, for people and as JSON. Commands, pages and the programming interface share them and so say the same. */
@NullMarked
package dev.sheaf.platform.report;

import org.jspecify.annotations.NullMarked;
