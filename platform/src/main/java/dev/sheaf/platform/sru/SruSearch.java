package dev.sheaf.platform.sru;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.SortOrder;

/** The operation searchRetrieve: reads its parameters, searches, and fetches the records. Thread-safe. */
final class SruSearch {

    /** Number of records without {@code maximumRecords}. */
    static final int USUAL_RECORDS = 10;
    /** Largest number of records of a response. */
    static final int MOST_RECORDS = 100;
    private static final String CQL = "cql";
    private static final String SEARCH_TERMS = "searchTerms";

    private final CqlTranslator translator;
    private final SruRecords records;

    SruSearch(RecordStore store) {
        this.translator = new CqlTranslator(store);
        this.records = new SruRecords(store);
    }

    /**
     * Result of a search.
     *
     * @param next position of the first record after these; 0 if there is none
     */
    record Found(long total, List<SruResponse.Entry> entries, long next) {}

    /**
     * Answers a request.
     *
     * @param closed ids of sources that the client may not see
     * @throws SruException with the diagnostic that is the answer
     */
    Found answer(SruRequest request, SruDatabase database, Set<String> closed) throws SruException {
        if (request.value("recordXPath") != null) {
            throw new SruException(Diagnostic.XPATH, "");
        }
        SruSchema schema = schema(request.value("recordSchema"));
        int first = request.number("startRecord", 1, 1);
        int most = Math.min(MOST_RECORDS, request.number("maximumRecords", 0, USUAL_RECORDS));
        request.number("resultSetTTL", 0, 0);
        SearchQuery query = query(request);
        if (first > SearchQuery.MAX_DEPTH) {
            throw new SruException(Diagnostic.OUT_OF_RANGE, "only the first " + SearchQuery.MAX_DEPTH + " records are retrieved");
        }
        most = Math.min(most, SearchQuery.MAX_DEPTH - first + 1);
        SearchResult result;
        try {
            result = database.search(query.page(first - 1, most), closed);
        } catch (IllegalArgumentException tooLarge) {
            throw new SruException(Diagnostic.MANY_BOOLEANS, String.valueOf(tooLarge.getMessage()));
        }
        if (first > 1 && first > result.total()) {
            throw new SruException(Diagnostic.OUT_OF_RANGE, Integer.toString(first));
        }
        List<SruResponse.Entry> entries = entries(result, schema, first);
        long next = (long) first + entries.size();
        return new Found(result.total(), entries, next <= result.total() && next <= SearchQuery.MAX_DEPTH ? next : 0);
    }

    private static SruSchema schema(@Nullable String name) throws SruException {
        if (name == null) {
            return SruSchema.DC;
        }
        return SruSchema.of(name).orElseThrow(() -> new SruException(Diagnostic.unknown(Diagnostic.UNKNOWN_SCHEMA, "schema",
                name, List.of(SruSchema.values()).stream().map(SruSchema::text).toList())));
    }

    private SearchQuery query(SruRequest request) throws SruException {
        String text = request.value("query");
        if (text == null) {
            throw new SruException(Diagnostic.MISSING_PARAMETER, "query");
        }
        String type = request.value("queryType");
        String keys = request.value("sortKeys");
        SearchExpression expression;
        SortOrder order;
        if (type == null || type.equals(CQL)) {
            Cql cql = CqlParser.parse(text);
            order = SruSort.of(cql, keys);
            expression = translator.of(cql.root());
        } else if (type.equals(SEARCH_TERMS)) {
            CqlTerm terms = CqlTerm.read(text.replace("\\", "\\\\"), false);
            order = SruSort.of(new Cql(new Cql.Clause(null, "=", List.of(), text, Map.of()), List.of()), keys);
            expression = new SearchExpression.Words(IndexFields.ALL_TEXT, terms.text(), SearchExpression.Match.ALL);
        } else {
            throw new SruException(new Diagnostic(Diagnostic.UNSUPPORTED_VALUE, "queryType",
                    KnownNames.of(List.of(CQL, SEARCH_TERMS)).lacking("this server", "query type", type)));
        }
        try {
            return new SearchQuery("", List.of(), Ranking.BM25, order, 0, 0, Map.of(), Set.of(), null, SearchScope.BOTH,
                    expression);
        } catch (IllegalArgumentException tooLarge) {
            throw new SruException(Diagnostic.MANY_BOOLEANS, String.valueOf(tooLarge.getMessage()));
        }
    }

    /** Returns the records of a response; it ends early when they are large, as SRU allows. */
    private List<SruResponse.Entry> entries(SearchResult result, SruSchema schema, int first) {
        List<SruResponse.Entry> entries = new ArrayList<>();
        long left = Limit.PORTION_BYTES.number();
        for (SearchHit hit : result.hits()) {
            if (left <= 0) {
                break;
            }
            long position = (long) first + entries.size();
            try {
                XmlFragment record = records.of(hit, schema);
                left -= record.length();
                entries.add(new SruResponse.Entry(schema, record, null, hit.identifier(), position));
            } catch (SruException missing) {
                entries.add(new SruResponse.Entry(schema, null, missing.diagnostic(), hit.identifier(), position));
            }
        }
        return entries;
    }
}
