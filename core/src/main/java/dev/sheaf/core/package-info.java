/**
 * The protocol model of OAI-PMH 2.0 as values: records and their parts, requests and answers, datestamps, sets and formats.
 *
 * <p>Everything here is immutable and safe to share between threads. Values of a foreign repository are kept as they were sent, legal or
 * not (a harvester must be able to say what it received); values that Sheaf itself emits go through the checked factories.
 */
@NullMarked
package dev.sheaf.core;

import org.jspecify.annotations.NullMarked;
