package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page of a record.
 *
 * @param title title of the record, or its identifier if it has none
 * @param titleLanguage value of the {@code lang} attribute; null if not stated
 * @param canonical the page's persistent address
 * @param deletion why the record was withdrawn, in a sentence; null if it is live
 * @param fields the readable view; empty without Dublin Core
 * @param otherFormat true if the readable view comes from another format of the item than the XML next to it
 * @param listing the record as harvested
 * @param abouts contents of its about containers
 * @param rawHref link to the record as a file
 * @param facts identifier, source, datestamps, sets
 * @param normalised normalised values; empty if there are none
 * @param formats the item's formats
 * @param browseHref link to the same record among those of its source's repository
 * @param oaiHref link to the same record over the protocol
 * @param prefix the displayed format
 * @param derived true if Sheaf derived this format from another
 * @param jsonLd the item for search engines, escaped for a {@code script} element
 * @param jsonLdHref link to the same as a file
 * @param versions versions of the record, the present one first; empty if there is only one
 * @param tags meta elements for crawlers
 * @param coins the item for reference managers, see {@link Coins}
 * @param feedHref link to the Atom feed of the record's source
 */
public record RecordPageModel(String title, @Nullable String titleLanguage, String canonical, @Nullable String deletion,
        List<Field> fields,
        boolean otherFormat, List<XmlListing.Piece> listing, List<List<XmlListing.Piece>> abouts, String rawHref,
        List<Fact> facts, List<Fact> normalised,
        List<Format> formats, String browseHref, String oaiHref, String prefix, boolean derived, String jsonLd,
        String jsonLdHref, List<VersionPage.Version> versions, List<RecordHead.Tag> tags, String coins, String feedHref) {

    /** Returns true if the record was withdrawn and has no content. */
    public boolean deleted() {
        return deletion != null;
    }

    /**
     * One element of the readable view.
     *
     * @param label for people
     * @param values one or more
     */
    public record Field(String label, List<FieldValue> values) {}

    /**
     * A value.
     *
     * @param pieces linked and plain parts
     * @param language value of the {@code lang} attribute; null if not stated
     */
    public record FieldValue(List<TextPiece> pieces, @Nullable String language) {}

    /**
     * A fact about the record that is not part of its metadata.
     *
     * @param label for people
     * @param values one or more
     */
    public record Fact(String label, List<FactValue> values) {}

    /**
     * A value of a fact.
     *
     * @param text for people
     * @param href link; null for none
     * @param code true for names that readers copy exactly
     */
    public record FactValue(String text, @Nullable String href, boolean code) {}

    /**
     * A format of the item.
     *
     * @param prefix its name
     * @param href link to its page
     * @param current true for the displayed format
     */
    public record Format(String prefix, String href, boolean current) {}
}
