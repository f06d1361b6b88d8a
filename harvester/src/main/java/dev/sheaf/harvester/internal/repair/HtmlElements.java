package dev.sheaf.harvester.internal.repair;

import java.util.Locale;
import java.util.Set;

/** The elements of HTML that people write into texts. */
final class HtmlElements {

    private static final Set<String> NAMES = Set.of("a", "abbr", "acronym", "b", "big", "blockquote", "br", "center", "cite",
            "code", "dd", "del", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img",
            "ins", "kbd", "li", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
            "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var", "wbr");

    private static final int LONGEST = 10;

    private HtmlElements() {}

    /** Returns true for the name of an HTML element without a prefix, in any letter case. */
    static boolean contains(String name) {
        return name.length() <= LONGEST && NAMES.contains(name.toLowerCase(Locale.ROOT));
    }
}
