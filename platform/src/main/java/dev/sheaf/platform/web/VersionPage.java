package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page of a former version of a record.
 *
 * @param title title of the record at that time, or its identifier
 * @param titleLanguage value of the {@code lang} attribute; null if not stated
 * @param canonical persistent address of the record's own page
 * @param recordHref link to that page
 * @param prefix the format
 * @param deleted true if this version is a withdrawal
 * @param chosen the displayed version
 * @param listing the metadata of this version
 * @param abouts contents of its about containers
 * @param rawHref link to the metadata as a file
 * @param versions all versions of the record, the present one first
 */
public record VersionPage(String title, @Nullable String titleLanguage, String canonical, String recordHref, String prefix,
        boolean deleted, Version chosen, List<XmlListing.Piece> listing, List<List<XmlListing.Piece>> abouts, String rawHref,
        List<Version> versions) {

    /**
     * A version in a list.
     *
     * @param number number from 1, the oldest
     * @param when time of its arrival, or else the time when this hub began to show it; for people
     * @param instant the same time for machines; null if unknown
     * @param origin datestamp of the source; empty if there is none
     * @param notes further remarks, such as {@code withdrawn}; empty if there are none
     * @param present true for the present version
     * @param href link to its page
     * @param changesHref link to its changes; null for the first
     */
    public record Version(int number, String when, @Nullable String instant, String origin, String notes, boolean present,
            String href, @Nullable String changesHref) {}
}
