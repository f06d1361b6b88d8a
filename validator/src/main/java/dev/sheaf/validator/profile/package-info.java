/**
 * Profiles: which requirements a repository is judged by, and with which levels. They are data: plain files that name rules of this project, and
 * that state which formats and fields a community requires.
 */
@NullMarked
package dev.sheaf.validator.profile;

import org.jspecify.annotations.NullMarked;
