package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * All that the page of a record shows.
 *
 * @param title of the record, or its identifier when it has none
 * @param titleLanguage for the {@code lang} attribute; null when not stated
 * @param canonical the page's persistent address
 * @param deleted true when the record was withdrawn: there is nothing to read then
 * @param fields the readable view; empty when there is no Dublin Core
 * @param otherFormat true when the readable view comes from another format of the item than the one shown next to it
 * @param listing the record as harvested
 * @param abouts what came with it in about containers
 * @param rawHref of the record as a file
 * @param facts identifier, source, datestamps, sets
 * @param normalised what its values mean, in one form each; empty when nothing has one
 * @param formats the item's formats
 * @param browseHref of the same record among those of its source's repository
 * @param oaiHref of the same record over the protocol
 * @param prefix the format shown
 * @param derived true when Sheaf made this format from another
 * @param jsonLd the item for search engines, fit to stand inside a {@code script} element
 * @param jsonLdHref of the same as a file
 * @param versions of the record, the present one first; empty when no other was kept
 */
public record RecordPageModel(String title, @Nullable String titleLanguage, String canonical, boolean deleted, List<Field> fields,
        boolean otherFormat, List<XmlListing.Piece> listing, List<List<XmlListing.Piece>> abouts, String rawHref,
        List<Fact> facts, List<Fact> normalised,
        List<Format> formats, String browseHref, String oaiHref, String prefix, boolean derived, String jsonLd,
        String jsonLdHref, List<VersionPage.Version> versions) {

    /**
     * One element of the readable view.
     *
     * @param label for people
     * @param values one or more
     */
    public record Field(String label, List<FieldValue> values) {}

    /**
     * One value.
     *
     * @param pieces linked and plain parts
     * @param language for the {@code lang} attribute; null when not stated
     */
    public record FieldValue(List<TextPiece> pieces, @Nullable String language) {}

    /**
     * Something about the record rather than in it.
     *
     * @param label for people
     * @param values one or more
     */
    public record Fact(String label, List<FactValue> values) {}

    /**
     * One value.
     *
     * @param text for people
     * @param href where it leads; null when nowhere
     * @param code true for names that are to be copied exactly
     */
    public record FactValue(String text, @Nullable String href, boolean code) {}

    /**
     * A format of the item.
     *
     * @param prefix its name
     * @param href of its page
     * @param current true for the format shown
     */
    public record Format(String prefix, String href, boolean current) {}
}
