package dev.sheaf.platform.web;

import java.util.List;

/**
 * Content of the page that compares two versions of a record.
 *
 * @param title title of the record, or its identifier
 * @param canonical persistent address of the record's own page
 * @param recordHref link to that page, and the address of the form that chooses versions
 * @param prefix the format
 * @param before the first of the compared versions
 * @param after the second of the compared versions
 * @param removed number of lines in the first version only
 * @param added number of lines in the second version only
 * @param blocks lines of both versions
 * @param versions all versions of the record, the present one first
 */
public record ComparisonPage(String title, String canonical, String recordHref, String prefix,
        VersionPage.Version before, VersionPage.Version after, long removed, long added, List<Block> blocks,
        List<VersionPage.Version> versions) {

    /**
     * Neighbouring lines of the same kind.
     *
     * @param kind presence of the lines in the versions
     * @param hidden true for lines far from any change, which are folded
     * @param lines in order
     */
    public record Block(TextDiff.Kind kind, boolean hidden, List<TextDiff.Line> lines) {}
}
