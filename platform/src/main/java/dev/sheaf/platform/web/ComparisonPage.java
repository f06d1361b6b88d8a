package dev.sheaf.platform.web;

import java.util.List;

/**
 * All that the page shows that compares two versions of a record.
 *
 * @param title of the record, or its identifier
 * @param canonical address of the record's own page
 * @param recordHref where that page is; the form that chooses versions goes there too
 * @param prefix the format
 * @param before the earlier version, or the one that is compared
 * @param after the one with which it is compared
 * @param removed lines that stand in the first only
 * @param added lines that stand in the second only
 * @param blocks the lines of both
 * @param versions all of the record, the present one first
 */
public record ComparisonPage(String title, String canonical, String recordHref, String prefix,
        VersionPage.Version before, VersionPage.Version after, long removed, long added, List<Block> blocks,
        List<VersionPage.Version> versions) {

    /**
     * Neighbouring lines that share their fate.
     *
     * @param kind what became of them
     * @param hidden true for lines far from any change, which are folded away
     * @param lines in order
     */
    public record Block(TextDiff.Kind kind, boolean hidden, List<TextDiff.Line> lines) {}
}
