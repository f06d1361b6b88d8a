package dev.sheaf.platform.search;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import dev.sheaf.platform.normalise.Normalised;
import dev.sheaf.platform.normalise.Normalised.Field;
import dev.sheaf.platform.search.DublinCore.Element;
import dev.sheaf.platform.search.DublinCore.Value;

/** Normalised values of a record's Dublin Core. */
public final class NormalisedRecord {

    private static final Map<Element, Field> FIELDS = Map.ofEntries(Map.entry(Element.DATE, Field.DATE),
            Map.entry(Element.LANGUAGE, Field.LANGUAGE), Map.entry(Element.CREATOR, Field.NAME),
            Map.entry(Element.CONTRIBUTOR, Field.NAME),
            Map.entry(Element.TYPE, Field.TYPE), Map.entry(Element.FORMAT, Field.FORMAT),
            Map.entry(Element.IDENTIFIER, Field.IDENTIFIER),
            Map.entry(Element.RELATION, Field.IDENTIFIER), Map.entry(Element.SOURCE, Field.IDENTIFIER));
    /** Fields in the index. Types are not among them, because each of them is read as a facet. */
    private static final Set<Field> INDEXED = EnumSet.of(Field.DATE, Field.LANGUAGE, Field.IDENTIFIER);
    /** Largest number of values that are read. A record of a whole archive may have tens of thousands. */
    private static final int MOST_VALUES = 2_000;

    private NormalisedRecord() {}

    /** Reads all values that can be normalised. */
    public static Normalised of(DublinCore dc) {
        Normalised.Reader reader = new Normalised.Reader();
        int read = 0;
        for (Value value : dc.values()) {
            Field field = value.element() == null ? null : FIELDS.get(value.element());
            if (field != null && read++ < MOST_VALUES) {
                reader.read(field, value.text());
            }
        }
        return reader.result();
    }

    /** Returns the normalised values for the index: only its fields, and also the identifier of the header. */
    static Normalised forIndex(DublinCore dc, String identifier) {
        Normalised.Reader reader = new Normalised.Reader();
        reader.read(Field.IDENTIFIER, identifier);
        int read = 0;
        for (Value value : dc.values()) {
            Field field = value.element() == null ? null : FIELDS.get(value.element());
            if (field != null && INDEXED.contains(field) && read++ < MOST_VALUES) {
                reader.read(field, value.text());
            }
        }
        return reader.result();
    }
}
