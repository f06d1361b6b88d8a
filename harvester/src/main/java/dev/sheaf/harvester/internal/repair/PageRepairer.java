package dev.sheaf.harvester.internal.repair;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.store.ReceivedIdentifier;
import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.internal.repair.OpenElement.Part;

/**
 * Repair of a malformed page in one pass. It changes as little as possible, and notes the positions of records. Well-formed parts keep
 * their bytes. Belongs to one page.
 *
 * <p>Time is linear in the size of the page: every byte is examined a limited number of times, and written bytes are never moved.
 */
final class PageRepairer implements OpenElements.Listener {

    /** Largest depth. Readers accept less, so deeper markup becomes text, and its record is refused. */
    private static final int MAX_DEPTH = 600;
    private static final Set<String> LISTS = Set.of("ListRecords", "ListIdentifiers", "GetRecord");
    private static final Set<String> VERBS = Set.of("ListRecords", "ListIdentifiers", "GetRecord", "Identify", "ListSets",
            "ListMetadataFormats");

    private static final Set<String> LINES = Set.of("responseDate", "request", "requestURL", "error");

    private final Decoding decoding;
    private final byte[] in;
    private final Characters characters;
    private final Faults faults;
    private final ByteBuilder out;
    private final Patches patches = new Patches();
    private final Text text;
    private final TagScanner tags;
    private final TagWriter writer;
    private final Declarations declarations;
    private final OpenElements open;
    private final List<RecordSpan> records = new ArrayList<>();

    private int nextFault;
    private long steps;
    private @Nullable OpenElement root;
    private int rootEnd;
    /** The list that began last. */
    private @Nullable OpenElement list;
    /** Element that contains the open record. */
    private @Nullable OpenElement holder;
    private int recordFrom;
    private boolean recordDeclaresItsNamespace;
    private int tokenFrom;
    private int tokenTo;
    private @Nullable String identifier;
    /** Position after the start tag of the first identifier in the record. */
    private int identifierFrom;
    /** True after the end of the list, so that nothing can be missing after it. */
    private boolean isListWhole;
    private boolean isCut;
    private @Nullable Damage damage;

    /** The record in which the page ends. */
    record Damage(int from, @Nullable String identifier) {}

    PageRepairer(Decoding decoding) {
        this.decoding = decoding;
        this.characters = decoding.characters();
        this.in = characters.utf8();
        this.faults = new Faults(decoding.origin());
        this.out = new ByteBuilder(in.length + in.length / 16);
        this.text = new Text(in, out, faults);
        this.tags = new TagScanner(in);
        this.writer = new TagWriter(in, out, text, faults);
        this.declarations = new Declarations(in, out, faults);
        this.open = new OpenElements(out, patches, faults, this);
        String note = decoding.note();
        if (note != null) {
            faults.add(Kind.ENCODING, 0, () -> note);
        }
    }

    /** Writes the page again; returns null if no element in it belongs to the protocol. */
    @Nullable
    RepairedPage repair() {
        out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        int at = 0;
        while (at < in.length) {
            int end = in[at] == '<' ? markup(at) : text(at);
            drain(end);
            steps += end - at;
            at = end;
        }
        if (root == null) {
            return null;
        }
        if (open.depth() > 0) {
            endsEarly();
        }
        byte[] utf8 = patches.apply(out);
        byte[] token = Arrays.copyOfRange(utf8, patches.settled(tokenFrom),
                Math.max(patches.settled(tokenTo), patches.settled(tokenFrom)));
        return new RepairedPage(utf8, settled(), faults.ofResponse(), isCut, damage, tagText(root),
                list == null || list == root ? "" : tagText(list), token);
    }

    private String tagText(OpenElement element) {
        return new String(out.array(), element.tagStart, element.tagEnd - element.tagStart, StandardCharsets.UTF_8);
    }

    private List<RecordSpan> settled() {
        return records.stream().map(record -> new RecordSpan(record.from(), record.to(), patches.settled(record.outFrom()),
                patches.settled(record.outTo()), record.identifier(), record.repairs())).toList();
    }

    /** Returns the number of bytes and elements examined, including repetitions; for tests. */
    long steps() {
        return steps + tags.steps() + declarations.steps() + open.steps();
    }

    /** Notes the repaired characters before a position. */
    private void drain(int before) {
        while (nextFault < characters.faults() && characters.faultAt(nextFault) < before) {
            int at = characters.faultAt(nextFault++);
            long position = characters.position(at);
            faults.add(characters.kind(position), at, () -> characters.what(position));
        }
    }

    private int text(int from) {
        int to = from;
        boolean isBlank = true;
        while (to < in.length && in[to] != '<') {
            isBlank &= TagScanner.isBlank(in[to++]);
        }
        OpenElement innermost = open.innermost();
        if (innermost != null) {
            text.put(from, to);
            innermost.hasText |= !isBlank;
        } else if (!isBlank) {
            around(from, to);
        } else if (root == null && in.length - to > 5 && in[to + 1] == '?' && in[to + 4] == 'l'
                && TagScanner.isBlank(in[to + 5])) {
            faults.add(Kind.AROUND, from, () -> "white space before the XML declaration was left out");
        }
        return to;
    }

    private void around(int from, int to) {
        faults.add(Kind.AROUND, from,
                () -> (root == null
                        ? "text before the document was left out: '"
                        : "text after the document was"
                                + " left out: '")
                        + Faults.line(new String(in, from, Math.min(to - from, 200), StandardCharsets.UTF_8)) + "'");
    }

    private int markup(int at) {
        byte next = at + 1 < in.length ? in[at + 1] : 0;
        if (next == '!' || next == '?') {
            int end = declarations.take(at, open.depth() > 0);
            if (end != Declarations.TEXT) {
                OpenElement innermost = open.innermost();
                if (innermost != null) {
                    innermost.hasText |= declarations.wroteText();
                }
                return end;
            }
            return lessThan(at);
        }
        if (next == '/') {
            return endTag(at);
        }
        Tag tag = tags.tag(at);
        if (tag == null) {
            return tags.ranOut() ? in.length : lessThan(at);
        }
        return startTag(tag);
    }

    /** Returns a less-than sign that is text. */
    private int lessThan(int at) {
        OpenElement innermost = open.innermost();
        if (innermost == null) {
            around(at, at + 1);
        } else {
            text.put(at, at + 1);
            innermost.hasText = true;
        }
        return at + 1;
    }

    private int endTag(int at) {
        int nameEnd = at + 2;
        while (nameEnd < in.length && TagScanner.isNameByte(in[nameEnd])) {
            nameEnd++;
        }
        int end = nameEnd;
        while (end < in.length && in[end] != '>' && in[end] != '<') {
            end++;
            steps++;
        }
        if (end == in.length) {
            cutEndTag(at, nameEnd);
            return in.length;
        }
        if (nameEnd == at + 2) {
            return lessThan(at);
        }
        String name = new String(in, at + 2, nameEnd - at - 2, StandardCharsets.UTF_8);
        if (in[end] == '<') {
            faults.add(Kind.END_TAGS, at, () -> "the end tag </" + name + " was ended");
            end = nameEnd;
        } else {
            end++;
        }
        if (open.depth() == 0) {
            around(at, end);
        } else if (TagScanner.isLegal(name)) {
            open.close(name, at, end);
        } else {
            faults.add(Kind.END_TAGS, at, () -> "an end tag that ended nothing was left out");
        }
        return end;
    }

    /** Ends an element whose end tag is truncated by the end of the page; the element counts as complete. */
    private void cutEndTag(int at, int nameEnd) {
        OpenElement innermost = open.innermost();
        String begun = new String(in, at + 2, nameEnd - at - 2, StandardCharsets.UTF_8);
        if (innermost != null && !begun.isEmpty()
                && (nameEnd == in.length ? innermost.name.startsWith(begun) : innermost.name.equals(begun))) {
            faults.add(Kind.END_TAGS, at, () -> "the end tag </" + begun + " was cut");
            open.close(innermost.name, at, in.length);
        }
    }

    private int startTag(Tag tag) {
        OpenElement outer = root;
        if (open.depth() == 0) {
            if (!(outer == null ? isRoot(tag) : tag.name().equals(outer.name))) {
                around(tag.start(), tag.end());
                return tag.end();
            }
            if (outer != null) {
                // Some servers send several responses in one; the records of all belong to the list.
                patches.delete(rootEnd, out.length());
                faults.add(Kind.AROUND, tag.start(), () -> "another response follows in the same body: both were read as one");
                open.open(outer);
                return tag.end();
            }
        }
        if (open.depth() >= MAX_DEPTH) {
            return lessThan(tag.start());
        }
        if (outer != null && tag.name().equals(outer.name) && isRoot(tag) && isInRecord()) {
            faults.add(Kind.AROUND, tag.start(),
                    () -> "another response begins in the middle of a record: it was left out, and this one was cut there");
            return in.length;
        }
        drain(tag.start());
        if (holder != null && endsRecordBefore(tag)) {
            open.closeDownTo(holder, tag.start());
        } else if (outer != null && endsLineBefore(tag)) {
            open.closeDownTo(outer, tag.start());
        }
        Part part = part(tag);
        int tagStart = out.length();
        OpenElement parent = open.innermost();
        if (part == Part.RECORD) {
            holder = parent;
            recordFrom = tag.start();
            recordDeclaresItsNamespace = tag.declaresItsNamespace();
            identifier = null;
            isListWhole = false;
            faults.beginRecord();
        }
        if (part == Part.CONTENT && identifier == null && tag.localName().equals("identifier")) {
            identifierFrom = tag.end();
        }
        List<String> declared = writer.put(tag, open);
        OpenElement element = new OpenElement(tag, part, parent, tagStart, out.length(), declared, open.htmlTags());
        if (root == null) {
            root = element;
        }
        if (part == Part.LIST) {
            list = element;
            isListWhole = false;
        }
        if (!tag.isEmpty()) {
            open.open(element);
        } else if (element.isHtml) {
            open.emptyHtml(tagStart);
        } else {
            ended(element, out.length(), tag.end());
        }
        return tag.end();
    }

    private boolean isInRecord() {
        OpenElement innermost = open.innermost();
        return innermost != null && (innermost.part == Part.RECORD || innermost.part == Part.CONTENT);
    }

    private static boolean isRoot(Tag tag) {
        return tag.localName().equals("OAI-PMH") || VERBS.contains(tag.localName());
    }

    private boolean isProtocol(Tag tag) {
        return root != null && tag.prefix().equals(Tag.prefix(root.name));
    }

    private Part part(Tag tag) {
        OpenElement parent = open.innermost();
        if (parent == null) {
            return LISTS.contains(tag.localName()) ? Part.LIST : Part.ROOT;
        }
        return switch (parent.part) {
            case ROOT, ENVELOPE -> isProtocol(tag) && LISTS.contains(tag.localName()) && parent.part != Part.LIST
                    ? Part.LIST
                    : Part.ENVELOPE;
            case LIST -> isProtocol(tag) && tag.localName().equals(unitName()) ? Part.RECORD : Part.ENVELOPE;
            case RECORD, CONTENT -> Part.CONTENT;
        };
    }

    /** Returns the element of which the list consists. */
    private String unitName() {
        return list != null && Tag.localName(list.name).equals("ListIdentifiers") ? "header" : "record";
    }

    /** Returns whether a tag inside a record is only possible after it, so that the end of the record is missing. */
    private boolean endsRecordBefore(Tag tag) {
        OpenElement innermost = open.innermost();
        if (innermost == null || innermost.part != Part.RECORD && innermost.part != Part.CONTENT || !isProtocol(tag)) {
            return false;
        }
        return switch (tag.localName()) {
            // A record that declares the namespace again, in contrast to those of this list, is part of the metadata.
            case "record" -> unitName().equals("record") && isFollowedByHeader(tag)
                    && (recordDeclaresItsNamespace || !tag.declaresItsNamespace());
            case "header" -> unitName().equals("header");
            case "resumptionToken" -> true;
            default -> false;
        };
    }

    /** Returns whether a part of the envelope begins inside a line of it, so that the end of the line is missing. */
    private boolean endsLineBefore(Tag tag) {
        OpenElement innermost = open.innermost();
        return innermost != null && innermost.part == Part.ENVELOPE && LINES.contains(Tag.localName(innermost.name))
                && isProtocol(tag)
                && (LINES.contains(tag.localName()) || VERBS.contains(tag.localName()));
    }

    private boolean isFollowedByHeader(Tag tag) {
        int at = tag.end();
        while (at < in.length && TagScanner.isBlank(in[at])) {
            at++;
            steps++;
        }
        byte[] header = ("<" + (tag.prefix().isEmpty() ? "" : tag.prefix() + ":") + "header").getBytes(StandardCharsets.UTF_8);
        int end = at + header.length;
        return end < in.length && Arrays.equals(in, at, end, header, 0, header.length)
                && !TagScanner.isNameByte(in[end]);
    }

    @Override
    public void ended(OpenElement element, int contentEnd, int at) {
        String localName = Tag.localName(element.name);
        switch (element.part) {
            case RECORD -> {
                drain(at);
                records.add(new RecordSpan(recordFrom, at, element.tagStart, out.length(), identifier,
                        faults.endRecord(identifier)));
            }
            case LIST -> isListWhole = true;
            case ENVELOPE -> {
                if (localName.equals("resumptionToken")) {
                    tokenFrom = element.tagStart;
                    tokenTo = out.length();
                    isListWhole = true;
                }
                isListWhole |= localName.equals("error") || VERBS.contains(localName);
            }
            case CONTENT -> {
                // If there is no header, the one inside the metadata does not count.
                if (identifier == null && localName.equals("identifier") && isOfTheProtocol(element)
                        && contentEnd > element.tagEnd) {
                    identifier = plain(element.tagEnd, contentEnd);
                    noteReceived(at);
                }
            }
            case ROOT -> {
                // Examined below, because in protocol 1.x the root is the list.
            }
        }
        if (element == root) {
            rootEnd = contentEnd;
        }
    }

    private boolean isOfTheProtocol(OpenElement element) {
        OpenElement outer = root;
        return outer != null && Tag.prefix(element.name).equals(Tag.prefix(outer.name));
    }

    /** Notes the received form of the identifier that ends before a position, if its repair lost something. */
    private void noteReceived(int before) {
        int to = before - 1;
        while (to > identifierFrom && in[to] != '<') {
            to--;
        }
        steps += before - to;
        ReceivedIdentifier received = to - identifierFrom > Limit.IDENTIFIER.number() * 4
                ? null
                : IdentifierForm.of(decoding, identifierFrom, Math.max(to, identifierFrom));
        if (received != null) {
            faults.add(Kind.IDENTIFIER, identifierFrom, received::repairText);
        }
    }

    private @Nullable String plain(int from, int to) {
        String written = XmlInput.strip(new String(out.array(), from, Math.min(to - from, 2000), StandardCharsets.UTF_8));
        return written.isEmpty()
                ? null
                : written.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'")
                        .replace("&amp;", "&");
    }

    /** Closes the elements that are open at the end of the page. */
    private void endsEarly() {
        OpenElement unfinished = open.unfinished(records.isEmpty() ? 0 : records.getLast().outTo());
        if (unfinished != null && unfinished.part == Part.RECORD) {
            damage = new Damage(recordFrom, identifier);
            faults.endRecord(null);
        }
        boolean isWhole = isListWhole && unfinished == null;
        if (unfinished != null) {
            // Open elements stay open: nothing is written that was not received.
            open.drop(unfinished);
            out.truncate(unfinished.tagStart);
            if (tokenTo > unfinished.tagStart) {
                tokenFrom = 0;
                tokenTo = 0;
            }
            patches.truncate(unfinished.tagStart);
        }
        open.closeAll(in.length);
        if (!isWhole) {
            isCut = true;
            faults.add(Kind.CUT, in.length, () -> "the response ends before its end");
        }
    }
}
