/**
 * The explorer, {@code /explorer}: a person asks any repository, or a source of the hub, in the six verbs and sees the answers as linked
 * pages, as bytes, and judged. Requests go through {@link dev.sheaf.platform.explorer.RepositoryClient}, which bounds them; {@link
 * dev.sheaf.platform.explorer.ResponseAnalysis} reads and judges what comes; the views show it. Texts for people are in message files, one
 * for each language.
 */
@NullMarked
package dev.sheaf.platform.explorer;

import org.jspecify.annotations.NullMarked;
