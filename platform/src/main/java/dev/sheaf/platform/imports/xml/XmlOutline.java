package dev.sheaf.platform.imports.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.xml.OaiFormatException;

/** The outline of a document: its root and how often elements repeat near it. Read in one pass that keeps no content. */
public final class XmlOutline {

    /** Deeper elements are not offered as records to people. */
    private static final int OFFERED_DEPTH = 3;
    /** Names at one level; a list of records has few. */
    private static final int MOST_NAMES = 100;

    private final Map<XmlName, Tally> children = new LinkedHashMap<>();
    private final Map<String, Tally> offered = new LinkedHashMap<>();
    private XmlName root = new XmlName("", "");

    /** Number of times that an element occurs at a place, and number of those with elements within. */
    static final class Tally {
        private long count;
        private long structured;

        /** Occurrences. */
        long count() {
            return count;
        }

        /** Occurrences that hold elements themselves. */
        long structured() {
            return structured;
        }
    }

    /** An element that is open. */
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
     * @param in in UTF-8, without declaration and DOCTYPE; stays the caller's
     */
    public static XmlOutline of(InputStream in) throws IOException {
        XmlOutline outline = new XmlOutline();
        XmlTokens tokens = new XmlTokens(in);
        try {
            outline.read(tokens);
        } catch (OaiFormatException _) {
            // Told when the records are read.
        }
        return outline;
    }

    private void read(XmlTokens tokens) throws IOException, OaiFormatException {
        Deque<Open> open = new ArrayDeque<>();
        // Below the levels of interest only the depth is counted.
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
                    // No content is kept.
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

    /** Returns the root; an empty name when there is none. */
    XmlName root() {
        return root;
    }

    /** Returns the elements below the root. */
    Map<XmlName, Tally> children() {
        return children;
    }

    /** The name, as written, of an element near the root that repeats most often and holds elements; empty when none does. */
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
