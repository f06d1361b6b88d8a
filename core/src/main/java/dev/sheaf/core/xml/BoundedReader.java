package dev.sheaf.core.xml;

import java.util.HashSet;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.util.StreamReader2Delegate;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/** Parser of a stream whose markup cannot be checked in advance. It fails where the markup exceeds a {@link Limit}. */
final class BoundedReader extends StreamReader2Delegate {

    private static final int RECENT = 64;

    private final Set<String> names = new HashSet<>();
    /** Names seen last. The parser gives the same string object for the same name, so most lookups do not need the set. */
    private final @Nullable String[] recent = new String[RECENT];
    private int depth;

    BoundedReader(XMLStreamReader2 reader) {
        super(reader);
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
            check(++depth > Limit.DEPTH.number(), Limit.DEPTH);
            int attributes = getAttributeCount();
            check(attributes + getNamespaceCount() > Limit.ATTRIBUTES.number(), Limit.ATTRIBUTES);
            note(getLocalName());
            for (int i = 0; i < attributes; i++) {
                note(getAttributeLocalName(i));
            }
            for (int i = 0; i < getNamespaceCount(); i++) {
                String prefix = getNamespacePrefix(i);
                note(prefix == null ? "" : prefix);
            }
        } else if (event == XMLStreamConstants.END_ELEMENT) {
            depth--;
        }
        return event;
    }

    private void note(String name) throws XMLStreamException {
        int slot = name.hashCode() & RECENT - 1;
        if (!name.equals(recent[slot])) {
            recent[slot] = name;
            names.add(name);
            check(names.size() > Limit.NAMES.number(), Limit.NAMES);
            check(name.length() > Limit.NAME_BYTES.number(), Limit.NAME_BYTES);
        }
    }

    private void check(boolean isBeyond, Limit limit) throws XMLStreamException {
        if (isBeyond) {
            throw new XMLStreamException(limit.exceeded(), getLocation());
        }
    }
}
