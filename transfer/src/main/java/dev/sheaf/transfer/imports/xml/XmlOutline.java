package dev.sheaf.transfer.imports.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.xml.OaiFormatException;

/** Outline of a document: its root and the number of repetitions of elements near it. It is read in one pass without keeping content. */
public final class XmlOutline {

    /** Depth of elements up to which they are suggested as records. */
    private static final int OFFERED_DEPTH = 3;
    /** Largest number of names at one level; a list of records has few. */
    private static final int MOST_NAMES = 100;

    private final Map<XmlName, Tally> children = new LinkedHashMap<>();
    private final Map<String, Tally> offered = new LinkedHashMap<>();
    private XmlName root = new XmlName("", "");

    /** Number of occurrences of an element at a place, and of those with child elements. */
    static final class Tally {
        private long count;
        private long structured;

        /** Returns the number of occurrences. */
        long count() {
            return count;
        }

        /** Returns the number of occurrences with child elements. */
        long structured() {
            return structured;
        }
    }

    /** Open element. */
    private static final class Open {
        private final Map<String, String> scope;
        private final Tally tally;
        private final Tally offer;
        private boolean structured;

        Open(Map<String, String> scope, Tally tally, Tally offer) {
            this.scope = scope;
            this.tally = tally;
            this.offer = offer;
        }

        void holdsElement() {
            if (!structured) {
                structured = true;
                tally.structured++;
                offer.structured++;
            }
        }
    }

    private XmlOutline() {}

    /**
     * Reads the outline. A truncated document has the outline of its readable part; reading its records reports the place.
     *
     * @param in document in UTF-8, without declaration and DOCTYPE; the caller closes it
     */
    public static XmlOutline of(InputStream in) throws IOException {
        XmlOutline outline = new XmlOutline();
        XmlTokens tokens = new XmlTokens(in);
        try {
            outline.read(tokens);
        } catch (OaiFormatException _) {
            // The fault is reported when the records are read.
        }
        return outline;
    }

    private void read(XmlTokens tokens) throws IOException, OaiFormatException {
        Deque<Open> open = new ArrayDeque<>();
        // Below the relevant levels only the depth is counted.
        long deeper = 0;
        while (true) {
            switch (tokens.next()) {
                case EOF -> {
                    return;
                }
                case START -> {
                    if (open.size() > OFFERED_DEPTH) {
                        deeper++;
                    } else {
                        open.push(opened(tokens, open));
                    }
                }
                case EMPTY -> {
                    if (open.size() <= OFFERED_DEPTH) {
                        opened(tokens, open);
                    }
                }
                case END -> {
                    if (deeper > 0) {
                        deeper--;
                    } else if (!open.isEmpty()) {
                        open.pop();
                    }
                }
                case TEXT, CDATA, OTHER -> {
                    // Content is ignored.
                }
            }
        }
    }

    private Open opened(XmlTokens tokens, Deque<Open> open) {
        Open parent = open.peek();
        Map<String, String> scope = XmlName.scope(new String(tokens.bytes(), StandardCharsets.UTF_8),
                parent == null ? Map.of() : parent.scope);
        XmlName name = XmlName.of(tokens.name(), scope);
        if (parent == null) {
            root = name;
            return new Open(scope, new Tally(), new Tally());
        }
        parent.holdsElement();
        Tally tally = open.size() == 1 ? tally(children, name) : new Tally();
        Tally offer = tally(offered, tokens.name());
        tally.count++;
        offer.count++;
        return new Open(scope, tally, offer);
    }

    private static <K> Tally tally(Map<K, Tally> tallies, K name) {
        Tally known = tallies.get(name);
        if (known == null) {
            known = new Tally();
            if (tallies.size() < MOST_NAMES) {
                tallies.put(name, known);
            }
        }
        return known;
    }

    /** Returns the root; an empty name if there is none. */
    XmlName root() {
        return root;
    }

    /** Returns the elements below the root. */
    Map<XmlName, Tally> children() {
        return children;
    }

    /**
     * Returns the name, as written, and number of the most frequent element near the root that has child elements; empty if there is none.
     */
    public Optional<Map.Entry<String, Long>> mostRepeated() {
        Map.Entry<String, Long> most = null;
        for (Map.Entry<String, Tally> entry : offered.entrySet()) {
            long count = entry.getValue().structured();
            if (count > 1 && (most == null || count > most.getValue())) {
                most = Map.entry(entry.getKey(), count);
            }
        }
        return Optional.ofNullable(most);
    }
}
