package dev.sheaf.platform.feeds;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.platform.search.RecordTitle;

/** Writes a page of an Atom feed. For one thread. */
final class AtomWriter {

    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final String DELETED_ENTRIES = "http://purl.org/atompub/tombstones/1.0";
    /** Time of a feed that never had an entry. */
    private static final String NEVER = "1970-01-01T00:00:00Z";
    private static final int MOST_AUTHORS = 20;
    private static final int MOST_CATEGORIES = 30;
    private static final int SUMMARY = 1_000;

    /** Characters of an item's Dublin Core that are read. */
    static final int CHARACTERS = 20_000;

    private final Head head;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * Beginning of a feed.
     *
     * @param id permanent address of the feed, the same for all of its pages
     * @param title for people
     * @param note why the feed may stay empty, for people; empty for most
     * @param author name of the hub
     * @param self address of this page
     * @param alternate address of the same list for people
     * @param first address of the first page
     * @param previous address of the page with newer entries; null for none
     * @param next address of the page with older entries; null for none
     */
    record Head(String id, String title, String note, String author, String self, String alternate, String first,
            @Nullable String previous, @Nullable String next) {}

    /**
     * An entry.
     *
     * @param id permanent address
     * @param identifier of the item
     * @param datestamp time of the last change, to the second
     * @param page address of the page for people
     * @param dc its Dublin Core; null for a deleted record
     */
    record Entry(String id, String identifier, String datestamp, String page, @Nullable DublinCore dc) {}

    AtomWriter(Head head) {
        this.head = head;
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    /** Returns the document in UTF-8. */
    byte[] document() {
        ElementWriter xml = new ElementWriter();
        xml.start("feed").attribute("xmlns", ATOM).attribute("xmlns:at", DELETED_ENTRIES);
        text(xml, "id", head.id());
        text(xml, "title", OneLine.of(head.title()));
        if (!head.note().isEmpty()) {
            text(xml, "subtitle", OneLine.of(head.note()));
        }
        text(xml, "updated", entries.stream().map(Entry::datestamp).max(String::compareTo).orElse(NEVER));
        xml.start("author");
        text(xml, "name", head.author());
        xml.end();
        text(xml, "generator", "Sheaf");
        link(xml, "self", "application/atom+xml", head.self());
        link(xml, "alternate", "text/html", head.alternate());
        link(xml, "first", "application/atom+xml", head.first());
        String previous = head.previous();
        if (previous != null) {
            link(xml, "previous", "application/atom+xml", previous);
        }
        String next = head.next();
        if (next != null) {
            link(xml, "next", "application/atom+xml", next);
        }
        for (Entry entry : entries) {
            DublinCore dc = entry.dc();
            if (dc == null) {
                xml.start("at:deleted-entry").attribute("ref", entry.id()).attribute("when", entry.datestamp()).end();
            } else {
                live(xml, entry, dc);
            }
        }
        return xml.end().document();
    }

    private static void live(ElementWriter xml, Entry entry, DublinCore dc) {
        xml.start("entry");
        text(xml, "id", entry.id());
        text(xml, "title", OneLine.of(RecordTitle.of(dc, entry.identifier())));
        text(xml, "updated", entry.datestamp());
        dc.texts(Element.CREATOR).stream().map(OneLine::of).filter(name -> !name.isEmpty()).limit(MOST_AUTHORS).forEach(name -> {
            xml.start("author");
            text(xml, "name", name);
            xml.end();
        });
        link(xml, "alternate", "text/html", entry.page());
        String description = dc.firstText(Element.DESCRIPTION);
        if (description != null && !description.isBlank()) {
            text(xml, "summary", OneLine.of(description, SUMMARY));
        }
        dc.texts(Element.SUBJECT).stream().map(OneLine::of).filter(term -> !term.isEmpty()).distinct().limit(MOST_CATEGORIES)
                .forEach(term -> xml.start("category").attribute("term", term).end());
        xml.end();
    }

    private static void text(ElementWriter xml, String name, String text) {
        xml.start(name).text(text).end();
    }

    private static void link(ElementWriter xml, String relation, String type, String address) {
        xml.start("link").attribute("rel", relation).attribute("type", type).attribute("href", address).end();
    }
}
