package dev.sheaf.transfer.imports.mapping;

import java.util.List;

import dev.sheaf.core.xml.DublinCoreWriter;

/** Mapping of entries that have elements of Dublin Core in fields such as {@code dc:title}, and a name in {@code key}. */
public final class CitationMapping {

    private CitationMapping() {}

    /** Returns the mapping. An entry without a name is named by its content. */
    public static Mapping of() {
        Mapping.Draft draft = new Mapping.Draft("of the format");
        draft.identifier = new ItemName.Key(new ColumnName("key", 0));
        for (String element : DublinCoreWriter.ELEMENTS) {
            draft.dublinCore.put(element, List.of(Value.of(Template.column(new ColumnName("dc:" + element, 0)))));
        }
        return new Mapping(draft);
    }
}
