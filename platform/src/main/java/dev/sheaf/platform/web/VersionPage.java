package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * All that the page of a former version of a record shows.
 *
 * @param title of the record at that time, or its identifier
 * @param titleLanguage for the {@code lang} attribute; null when not stated
 * @param canonical address of the record's own page
 * @param recordHref where that page is
 * @param prefix the format
 * @param deleted true when this version is a withdrawal
 * @param chosen the version shown
 * @param listing the metadata as it was
 * @param abouts what came with it in about containers
 * @param rawHref of the metadata as a file
 * @param versions all of the record, the present one first
 */
public record VersionPage(String title, @Nullable String titleLanguage, String canonical, String recordHref, String prefix,
        boolean deleted, Version chosen, List<XmlListing.Piece> listing, List<List<XmlListing.Piece>> abouts, String rawHref,
        List<Version> versions) {

    /**
     * A version in a list.
     *
     * @param number counted from 1, the oldest
     * @param when it came in, or else when this hub began to show it; for people
     * @param instant of the same, for machines; null when unknown
     * @param origin the datestamp that the source gave it; empty when none
     * @param notes what else is to be said, such as {@code withdrawn}; empty when nothing
     * @param present true for the version that is served now
     * @param href of its page
     * @param changesHref of what it changed; null for the first
     */
    public record Version(int number, String when, @Nullable String instant, String origin, String notes, boolean present,
            String href, @Nullable String changesHref) {}
}
