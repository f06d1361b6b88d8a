package dev.sheaf.platform.sru;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.search.Facet;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.SortOrder;

/**
 * Indexes of CQL, each with the fields of the search index that answer it. Several elements of Dublin Core have no field of their own there;
 * they are looked for in all text, which explain says.
 */
enum SruIndex {
    SERVER_CHOICE(ContextSet.CQL, "serverChoice", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    ANYWHERE(ContextSet.CQL, "anywhere", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    ANY_INDEXES(ContextSet.CQL, "anyIndexes", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    ALL_INDEXES(ContextSet.CQL, "allIndexes", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    KEYWORDS(ContextSet.CQL, "keywords", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    ALL_RECORDS(ContextSet.CQL, "allRecords", "All records", Kind.ALL, ""),
    TITLE(ContextSet.DC, "title", "Title", Kind.WORDS, "title"),
    CREATOR(ContextSet.DC, "creator", "Creator", Kind.WORDS, "creator"),
    CONTRIBUTOR(ContextSet.DC, "contributor", "Contributor or creator", Kind.WORDS, "creator"),
    SUBJECT(ContextSet.DC, "subject", "Subject", Kind.WORDS, "subject"),
    PUBLISHER(ContextSet.DC, "publisher", "Publisher", Kind.WORDS, "publisher"),
    TYPE(ContextSet.DC, "type", "Type", Kind.WORDS, "type"),
    LANGUAGE(ContextSet.DC, "language", "Language", Kind.WORDS, "language"),
    DATE(ContextSet.DC, "date", "Date: years, and words of dates", Kind.DATE, "date"),
    IDENTIFIER(ContextSet.DC, "identifier", "Identifier", Kind.IDENTIFIER, "identifier"),
    DESCRIPTION(ContextSet.DC, "description", "Description, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    FORMAT(ContextSet.DC, "format", "Format, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    SOURCE(ContextSet.DC, "source", "Source, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    RELATION(ContextSet.DC, "relation", "Relation, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    COVERAGE(ContextSet.DC, "coverage", "Coverage, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    RIGHTS(ContextSet.DC, "rights", "Rights, looked for in any field", Kind.WORDS, IndexFields.ALL_TEXT),
    BATH_ANY(ContextSet.BATH, "any", "Any field", Kind.WORDS, IndexFields.ALL_TEXT),
    BATH_AUTHOR(ContextSet.BATH, "author", "Author", Kind.WORDS, "creator"),
    BATH_NAME(ContextSet.BATH, "name", "Name", Kind.WORDS, "creator"),
    BATH_PERSON(ContextSet.BATH, "personalName", "Name of a person", Kind.WORDS, "creator"),
    BATH_CORPORATE(ContextSet.BATH, "corporateName", "Name of a body", Kind.WORDS, "creator"),
    BATH_CONFERENCE(ContextSet.BATH, "conferenceName", "Name of a conference", Kind.WORDS, "creator"),
    BATH_TITLE(ContextSet.BATH, "title", "Title", Kind.WORDS, "title"),
    BATH_UNIFORM_TITLE(ContextSet.BATH, "uniformTitle", "Title", Kind.WORDS, "title"),
    BATH_SUBJECT(ContextSet.BATH, "subject", "Subject", Kind.WORDS, "subject"),
    BATH_TOPIC(ContextSet.BATH, "topicalSubject", "Subject", Kind.WORDS, "subject"),
    BATH_GENRE(ContextSet.BATH, "genreForm", "Type", Kind.WORDS, "type"),
    BATH_ISBN(ContextSet.BATH, "isbn", "ISBN", Kind.ISBN, IndexFields.LOOKUP),
    BATH_ISSN(ContextSet.BATH, "issn", "ISSN", Kind.ISSN, IndexFields.LOOKUP),
    BATH_STANDARD(ContextSet.BATH, "standardIdentifier", "ISBN, ISSN, DOI and the like", Kind.STANDARD, IndexFields.LOOKUP),
    OAI_IDENTIFIER(ContextSet.OAI, "identifier", "Identifier of the item in OAI-PMH", Kind.ITEM, ""),
    OAI_DATESTAMP(ContextSet.OAI, "datestamp", "Datestamp in this hub", Kind.DATESTAMP, IndexFields.SEQ);

    /** Kinds of terms. */
    enum Kind {
        /** Words. */
        WORDS,
        /** All records, whatever the term. */
        ALL,
        /** Years, or words of dates. */
        DATE,
        /** Any identifier of the record. */
        IDENTIFIER,
        /** An ISBN. */
        ISBN,
        /** An ISSN. */
        ISSN,
        /** An identifier of a work in any scheme. */
        STANDARD,
        /** The identifier of the item. */
        ITEM,
        /** A time of change. */
        DATESTAMP
    }

    private static final Map<ContextSet, Map<String, SruIndex>> BY_NAME = List.of(values()).stream()
            .collect(Collectors.groupingBy(
                    SruIndex::set, Collectors.toMap(index -> index.text.toLowerCase(Locale.ROOT), Function.identity())));

    private final ContextSet set;
    private final String text;
    private final String title;
    private final Kind kind;
    private final String field;

    SruIndex(ContextSet set, String text, String title, Kind kind, String field) {
        this.set = set;
        this.text = text;
        this.title = title;
        this.kind = kind;
        this.field = field;
    }

    /** Returns its context set. */
    ContextSet set() {
        return set;
    }

    /** Returns its name in the set. */
    String text() {
        return text;
    }

    /** Returns its name for people. */
    String title() {
        return title;
    }

    /** Returns the kind of its terms. */
    Kind kind() {
        return kind;
    }

    /** Returns the field of the search index; empty if the kind has none. */
    String field() {
        return field;
    }

    /** Returns the facet with whole values of the index; null if there is none. */
    @Nullable
    Facet facet() {
        return switch (this) {
            case TYPE, BATH_GENRE -> Facet.TYPE;
            case LANGUAGE -> Facet.LANGUAGE;
            case SUBJECT, BATH_SUBJECT, BATH_TOPIC -> Facet.SUBJECT;
            default -> null;
        };
    }

    /** Returns the ascending order by it; null if there is none. */
    @Nullable
    SortOrder ascending() {
        return switch (this) {
            case TITLE, BATH_TITLE, BATH_UNIFORM_TITLE -> SortOrder.TITLE;
            case DATE -> SortOrder.OLDEST;
            default -> null;
        };
    }

    /** Returns the descending order by it; null if there is none. */
    @Nullable
    SortOrder descending() {
        return switch (this) {
            case DATE -> SortOrder.NEWEST;
            case OAI_DATESTAMP -> SortOrder.RECENT;
            default -> null;
        };
    }

    /** Returns true if records can be sorted by it. */
    boolean isSortable() {
        return ascending() != null || descending() != null;
    }

    /** Returns the index of a name in a set, in any case; empty if there is none. */
    static Optional<SruIndex> of(ContextSet set, String name) {
        return Optional.ofNullable(BY_NAME.getOrDefault(set, Map.of()).get(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns the index that a name in a query means. Without a prefix it is one of CQL itself or of Dublin Core.
     *
     * @param name with its prefix
     * @param prefixes assigned prefixes, see {@link Cql.Clause}
     * @throws SruException with diagnostic 15 or 16 if the set or the index is not supported
     */
    static SruIndex of(String name, Map<String, String> prefixes) throws SruException {
        int dot = name.indexOf('.');
        String prefix = dot < 0 ? "" : name.substring(0, dot).toLowerCase(Locale.ROOT);
        String assigned = prefixes.get(prefix);
        Optional<SruIndex> found;
        if (assigned != null) {
            found = of(ContextSet.ofUri(assigned).orElseThrow(() -> ContextSet.unknown(assigned)),
                    name.substring(dot + 1));
        } else if (dot < 0) {
            found = of(ContextSet.CQL, name).or(() -> of(ContextSet.DC, name));
        } else {
            found = of(ContextSet.ofPrefix(prefix).orElseThrow(() -> ContextSet.unknown(prefix)),
                    name.substring(dot + 1));
        }
        return found.orElseThrow(() -> new SruException(Diagnostic.unknown(Diagnostic.INDEX, "index", name, names(dot >= 0))));
    }

    /** Returns the names of all indexes; without a prefix, those that need none. */
    private static List<String> names(boolean withPrefix) {
        return List.of(values()).stream().filter(index -> withPrefix || index.set == ContextSet.CQL || index.set == ContextSet.DC)
                .map(index -> withPrefix ? index.set.text() + '.' + index.text : index.text).toList();
    }
}
