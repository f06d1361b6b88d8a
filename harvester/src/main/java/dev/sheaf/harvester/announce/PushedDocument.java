package dev.sheaf.harvester.announce;

import org.jspecify.annotations.Nullable;

/**
 * A protocol response that is sent instead of being asked for.
 *
 * @param source id under which the receiver knows the repository; null when the base URL tells
 * @param baseUrl of the repository; null when the id tells
 * @param prefix format of its records; null for Identify, ListMetadataFormats and ListSets
 * @param from first datestamp of the list that it belongs to; null for the whole list
 * @param until last datestamp of that list
 * @param set of that list; null for all
 * @param last true when it ends the list
 * @param xml the response in UTF-8; not copied: callers must not change it
 */
public record PushedDocument(@Nullable String source, @Nullable String baseUrl, @Nullable String prefix, @Nullable String from,
        @Nullable String until, @Nullable String set, boolean last, byte[] xml) {}
