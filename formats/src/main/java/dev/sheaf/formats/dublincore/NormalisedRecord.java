package dev.sheaf.formats.dublincore;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.formats.normalise.Normalised;
import dev.sheaf.formats.normalise.Normalised.Field;
import dev.sheaf.formats.normalise.Normalised.Reading;
import dev.sheaf.formats.normalise.WorkIdentifier;

/** Normalised values of a record's Dublin Core. */
public final class NormalisedRecord {

    private static final Map<Element, Field> FIELDS = Map.ofEntries(Map.entry(Element.DATE, Field.DATE),
            Map.entry(Element.LANGUAGE, Field.LANGUAGE), Map.entry(Element.CREATOR, Field.NAME),
            Map.entry(Element.CONTRIBUTOR, Field.NAME),
            Map.entry(Element.TYPE, Field.TYPE), Map.entry(Element.FORMAT, Field.FORMAT),
            Map.entry(Element.IDENTIFIER, Field.IDENTIFIER),
            Map.entry(Element.RELATION, Field.RELATION), Map.entry(Element.SOURCE, Field.SOURCE));
    /** Fields in the index. Types decide on the roles of identifiers; the index has them as facets. */
    private static final Set<Field> INDEXED = EnumSet.of(Field.DATE, Field.LANGUAGE, Field.TYPE, Field.IDENTIFIER, Field.RELATION,
            Field.SOURCE);
    /** Fields that tell the identifiers of the work itself. */
    private static final Set<Field> IDENTIFYING = EnumSet.of(Field.TYPE, Field.IDENTIFIER);
    /** Largest number of values that are read. A record of a whole archive may have tens of thousands. */
    private static final int MOST_VALUES = 2_000;

    private NormalisedRecord() {}

    /** Reads all values that can be normalised. */
    public static Normalised of(DublinCore dc) {
        return read(new Normalised.Reader(), dc, EnumSet.allOf(Field.class));
    }

    /** Returns the identifiers of the described work itself in dc:identifier, with the values from which they were read. */
    public static List<Reading<WorkIdentifier>> ownIdentifiers(DublinCore dc) {
        return read(new Normalised.Reader(), dc, IDENTIFYING).identifiers().stream().filter(reading -> reading.value().isOwn())
                .map(reading -> new Reading<>(reading.original(), reading.value().identifier())).toList();
    }

    /** Returns the normalised values for the index: only its fields, and also the identifier of the header. */
    public static Normalised forIndex(DublinCore dc, String identifier) {
        Normalised.Reader reader = new Normalised.Reader();
        reader.read(Field.IDENTIFIER, identifier);
        return read(reader, dc, INDEXED);
    }

    private static Normalised read(Normalised.Reader reader, DublinCore dc, Set<Field> fields) {
        int read = 0;
        for (Value value : dc.values()) {
            Field field = value.element() == null ? null : FIELDS.get(value.element());
            if (field != null && fields.contains(field) && read++ < MOST_VALUES) {
                reader.read(field, value.text());
            }
        }
        return reader.result();
    }
}
