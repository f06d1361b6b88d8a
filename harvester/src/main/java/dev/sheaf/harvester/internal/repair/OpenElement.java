package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** An element whose end tag has not come yet. */
final class OpenElement {

    final String name;
    /** True for an HTML element inside a text. */
    final boolean isHtml;
    final boolean hasAttributes;
    /** Output position of its start tag, and of the end of that tag. */
    final int tagStart;
    final int tagEnd;
    /** Prefixes that it declares. */
    final List<String> declared;
    /** Index of the first tag inside it in the page's list of HTML tags. */
    final int firstHtmlTag;
    /** Its role in the protocol. */
    final Part part;
    /** The innermost surrounding element that is not HTML; itself if it is not HTML. */
    final OpenElement field;
    /** True if it directly contains text other than white space. */
    boolean hasText;
    /** True when the HTML inside it is not well-formed. */
    boolean hasBrokenHtml;

    /** The role of an element in the protocol. */
    enum Part {
        /** The outermost element. */
        ROOT,
        /** The parent of records or headers. In protocol 1.x it is the root. */
        LIST,
        /** A record, or a header in a list of headers. */
        RECORD,
        /** Another element of the envelope, outside records. */
        ENVELOPE,
        /** Inside a record. */
        CONTENT
    }

    OpenElement(Tag tag, Part part, @Nullable OpenElement parent, int tagStart, int tagEnd, List<String> declared,
            int firstHtmlTag) {
        this.name = tag.name();
        this.isHtml = part == Part.CONTENT && HtmlElements.contains(name);
        this.hasAttributes = !tag.attributes().isEmpty();
        this.tagStart = tagStart;
        this.tagEnd = tagEnd;
        this.declared = declared;
        this.firstHtmlTag = firstHtmlTag;
        this.part = part;
        this.field = isHtml && parent != null ? parent.field : this;
    }
}
