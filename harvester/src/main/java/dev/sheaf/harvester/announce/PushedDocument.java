package dev.sheaf.harvester.announce;

import org.jspecify.annotations.Nullable;

/**
 * A protocol response that is pushed.
 *
 * @param source id under which the receiver knows the repository; null if the base URL identifies it
 * @param baseUrl of the repository; null if the id identifies it
 * @param prefix format of its records; null for Identify, ListMetadataFormats and ListSets
 * @param from first datestamp of the list to which it belongs; null for the whole list
 * @param until last datestamp of that list
 * @param set of that list; null for all
 * @param last true if it ends the list
 * @param xml the response in UTF-8; not copied: callers must not change it
 */
public record PushedDocument(@Nullable String source, @Nullable String baseUrl, @Nullable String prefix, @Nullable String from,
        @Nullable String until, @Nullable String set, boolean last, byte[] xml) {}
