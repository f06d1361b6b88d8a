/**
 * One question to a repository and its answer: {@link dev.sheaf.harvester.client.OaiClient}. What an answer means for the list it belongs
 * to is decided a room higher.
 */
@NullMarked
package dev.sheaf.harvester.client;

import org.jspecify.annotations.NullMarked;
