package dev.sheaf.harvester.internal.repair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.harvester.internal.repair.OpenElement.Part;

/** The elements that are open at a position of a page. This class writes their end tags, including missing ones. */
final class OpenElements {

    private static final Set<String> ENVELOPE = Set.of("OAI-PMH", "responseDate", "request", "requestURL", "error", "Identify",
            "ListMetadataFormats", "ListSets", "ListIdentifiers", "ListRecords", "GetRecord", "record", "header", "set",
            "metadataFormat", "resumptionToken", "identifier");

    /** Receiver of ended elements. */
    interface Listener {
        /**
         * Receives an ended element.
         *
         * @param contentEnd output position of its end tag
         * @param at position in the page after it
         */
        void ended(OpenElement element, int contentEnd, int at);
    }

    private final ByteBuilder out;
    private final Patches patches;
    private final Faults faults;
    private final Listener listener;
    private final List<OpenElement> elements = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Integer> prefixes = new HashMap<>();
    /** Output positions of HTML tags inside fields that are still open. */
    private final List<Integer> htmlTags = new ArrayList<>();

    private long steps;

    OpenElements(ByteBuilder out, Patches patches, Faults faults, Listener listener) {
        this.out = out;
        this.patches = patches;
        this.faults = faults;
        this.listener = listener;
    }

    /** Returns the innermost element; null if none is open. */
    @Nullable
    OpenElement innermost() {
        return elements.isEmpty() ? null : elements.getLast();
    }

    int depth() {
        return elements.size();
    }

    /** Returns the index of the next tag in the list of HTML tags. */
    int htmlTags() {
        return htmlTags.size();
    }

    boolean isDeclared(String prefix) {
        return prefixes.containsKey(prefix);
    }

    void open(OpenElement element) {
        elements.add(element);
        names.merge(key(element.name), 1, Integer::sum);
        element.declared.forEach(prefix -> prefixes.merge(prefix, 1, Integer::sum));
        if (element.isHtml) {
            htmlTags.add(element.tagStart);
        }
    }

    /** Notes an empty-element tag of HTML. */
    void emptyHtml(int tagStart) {
        htmlTags.add(tagStart);
    }

    /**
     * Handles an end tag.
     *
     * @param at its position in the page
     * @param end position after it
     */
    void close(String name, int at, int end) {
        boolean isHtml = HtmlElements.contains(name);
        if (!names.containsKey(key(name))) {
            stray(name, isHtml, at);
            return;
        }
        int match = elements.size() - 1;
        while (!(isHtml ? elements.get(match).name.equalsIgnoreCase(name) : elements.get(match).name.equals(name))) {
            match--;
            steps++;
        }
        closeDownTo(elements.get(match), at);
        OpenElement element = elements.getLast();
        if (!element.name.equals(name)) {
            element.field.hasBrokenHtml = true;
        }
        end(element, end);
    }

    /** Ends all elements inside an element, as if their end tags had occurred. */
    void closeDownTo(OpenElement outer, int at) {
        while (!elements.isEmpty() && elements.getLast() != outer) {
            unclosed(elements.getLast(), at);
        }
    }

    /** Ends all elements. */
    void closeAll(int at) {
        while (!elements.isEmpty()) {
            unclosed(elements.getLast(), at);
        }
    }

    /**
     * Returns the outermost element that cannot be used if the page ends here: a record, a line of Identify, or another part of the
     * envelope except a list.
     *
     * @param from output position of the end of the last record: elements that began before it contain records, and are used in any case
     */
    @Nullable
    OpenElement unfinished(int from) {
        boolean isInIdentify = false;
        for (OpenElement element : elements.subList(Math.min(1, elements.size()), elements.size())) {
            // Line by line, because half a granularity or a truncated earliestDatestamp is worse than none.
            if (isInIdentify && element.tagStart >= from) {
                return element;
            }
            if (element.part == Part.ENVELOPE && Tag.localName(element.name).equals("Identify")) {
                isInIdentify = true;
            } else if (element.tagStart >= from && (element.part == Part.RECORD
                    || element.part == Part.ENVELOPE && isUnfinishedBy(Tag.localName(element.name)))) {
                return element;
            }
        }
        return null;
    }

    /** Returns whether an unfinished element is unusable. The code of an error is in its start tag, so its message may be truncated. */
    private static boolean isUnfinishedBy(String localName) {
        return ENVELOPE.contains(localName) && !localName.equals("error");
    }

    /** Removes an element and its content, as if it had never begun. */
    void drop(OpenElement element) {
        boolean isDropped = false;
        while (!isDropped) {
            OpenElement innermost = elements.getLast();
            isDropped = innermost == element;
            forget(innermost);
        }
        htmlTags.subList(Math.min(element.firstHtmlTag, htmlTags.size()), htmlTags.size()).clear();
    }

    private void forget(OpenElement element) {
        elements.removeLast();
        names.computeIfPresent(key(element.name), (_, count) -> count == 1 ? null : count - 1);
        element.declared.forEach(prefix -> prefixes.computeIfPresent(prefix, (_, count) -> count == 1 ? null : count - 1));
    }

    private void stray(String name, boolean isHtml, int at) {
        OpenElement innermost = innermost();
        if (isHtml && innermost != null && innermost.part == Part.CONTENT) {
            htmlTags.add(out.length());
            out.put("</").put(name).put('>');
            innermost.field.hasBrokenHtml = true;
        } else {
            faults.add(Kind.END_TAGS, at, () -> "the end tag </" + name + "> that ended nothing was left out");
        }
    }

    private void end(OpenElement element, int at) {
        int contentEnd = out.length();
        if (element.isHtml) {
            htmlTags.add(contentEnd);
        }
        out.put("</").put(element.name).put('>');
        remove(element, contentEnd, at);
    }

    /** Returns the number of examined elements. */
    long steps() {
        return steps;
    }

    private void unclosed(OpenElement element, int at) {
        OpenElement parent = elements.size() < 2 ? null : elements.get(elements.size() - 2);
        if (element.isHtml) {
            element.field.hasBrokenHtml = true;
            remove(element, out.length(), at);
        } else if (parent != null && element.part == Part.ENVELOPE && parent.part != Part.ENVELOPE
                && !ENVELOPE.contains(Tag.localName(element.name))) {
            patches.delete(element.tagStart, element.tagEnd);
            faults.add(Kind.END_TAGS, at,
                    () -> "the start tag <" + element.name + "> of an element that never ends was left out");
            remove(element, out.length(), at);
        } else if (parent != null && element.part == Part.CONTENT && parent.hasText && !element.hasAttributes
                && element.name.indexOf(':') < 0) {
            patches.escape(element.tagStart);
            faults.add(Kind.UNESCAPED, at, () -> "'<" + element.name + ">' in a text was escaped");
            remove(element, out.length(), at);
        } else {
            faults.add(Kind.END_TAGS, at, () -> "the end tag </" + element.name + "> was missing and was added");
            end(element, at);
        }
    }

    private void remove(OpenElement element, int contentEnd, int at) {
        steps++;
        forget(element);
        if (!element.isHtml) {
            List<Integer> inside = htmlTags.subList(element.firstHtmlTag, htmlTags.size());
            if (element.hasBrokenHtml && !inside.isEmpty()) {
                inside.forEach(patches::escape);
                faults.add(Kind.MARKUP, at, () -> "the HTML in <" + element.name + "> was not well-formed, and became text");
            }
            inside.clear();
        }
        listener.ended(element, contentEnd, at);
    }

    /** Returns the name for comparison, because HTML is written in any letter case. */
    private static String key(String name) {
        return HtmlElements.contains(name) ? name.toLowerCase(Locale.ROOT) : name;
    }
}
