package dev.sheaf.transfer.imports.mapping;

import java.util.List;

import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Row whose values are cleaned as the mapping asks.
 *
 * @param row row as it was read
 * @param html true to read entities of HTML
 * @param collapse true to make one blank of several blanks or line ends
 */
record CleanRow(Row row, boolean html, boolean collapse) implements Row {

    @Override
    public List<String> values(String column) {
        return row.values(column).stream().map(this::clean).filter(text -> !text.isEmpty()).toList();
    }

    private String clean(String text) {
        String decoded = html ? HtmlText.decoded(text) : text;
        return collapse ? decoded.replaceAll("[\\s\\u00a0]+", " ").strip() : decoded;
    }

    @Override
    public List<Row> members(String column) {
        return row.members(column).stream().<Row>map(member -> new CleanRow(member, html, collapse)).toList();
    }

    @Override
    public Place where() {
        return row.where();
    }

    @Override
    public String content() {
        return row.content();
    }
}
