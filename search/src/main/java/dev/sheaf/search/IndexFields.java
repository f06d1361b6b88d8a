package dev.sheaf.search;

import java.util.Set;

/** Names of the fields that queries and results know. */
public final class IndexFields {

    /** All text of the document: the field of queries that name none. */
    public static final String ALL_TEXT = "text";
    /** The document's full text: {@link IndexField.FullText} alone. Queries name it to look for a word there, in any {@link SearchScope}. */
    public static final String FULL_TEXT = "fulltext";
    /** Fields of words with a name of their own in queries. */
    public static final Set<String> NAMED = Set.of("title", "creator", "subject", "publisher", "type", "language", "identifier",
            "date");
    /** Fields whose inflected words are found by each other. */
    public static final Set<String> STEMMED = Set.of(ALL_TEXT, "title", "subject");
    /** The source's id. Every document has it by its key. */
    public static final String SOURCE = "source";
    /** Keyword of documents that {@link SearchQuery#oneCopyEach} finds. */
    public static final String SHOWN = "shown";
    /** Number: the place in the change sequence, by which {@link SortOrder#RECENT} sorts. */
    public static final String SEQ = "seq";
    /** Number: the year to sort by. */
    public static final String YEAR = "year";
    /** Span: first and last year, for queries with years. */
    public static final String YEARS = "years";
    /** Keywords: identifiers of the document itself, each in its one form. */
    public static final String LOOKUP = "lookup";
    /** Keywords: identifiers of other things that the document names, in the form of {@link #LOOKUP}. */
    public static final String MENTIONED = "mentioned";
    /** Sort key of the title. */
    public static final String TITLE_ORDER = "titleOrder";
    /** Stored title. */
    public static final String STORED_TITLE = "storedTitle";
    /** Stored creators. */
    public static final String STORED_CREATOR = "storedCreator";
    /** Stored date. */
    public static final String STORED_DATE = "storedDate";

    private IndexFields() {}
}
