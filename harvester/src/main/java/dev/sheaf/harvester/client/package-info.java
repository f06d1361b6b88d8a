/**
 * One request to a repository and its answer: {@link dev.sheaf.harvester.client.OaiClient}. The packages that use this one decide on the
 * meaning of an answer for its list.
 */
@NullMarked
package dev.sheaf.harvester.client;

import org.jspecify.annotations.NullMarked;
