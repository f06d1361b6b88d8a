package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.facet.FacetResult;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesReaderState;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MultiDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.search.Facet;
import dev.sheaf.search.FacetCounts;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryRemark;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchException;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;
import dev.sheaf.search.Suggestion;

/**
 * A Lucene index in a directory. Any number of processes may open it; one of them at a time changes it.
 *
 * <p>Thread-safe. Lucene works on memory-mapped files, so a search is best not interrupted.
 */
public final class LuceneIndex implements SearchIndex {

    private static final Logger LOG = LoggerFactory.getLogger(LuceneIndex.class);

    private static final int MOST_REMEMBERED = 64;

    private static final SortField BY_SOURCE = new SortField(IndexFields.SOURCE, SortField.Type.STRING);
    private static final SortField BY_IDENTIFIER = new SortField(LuceneDocument.STORED_IDENTIFIER, SortField.Type.STRING);
    private static final Set<String> STORED = Set.of(IndexFields.SOURCE, LuceneDocument.STORED_IDENTIFIER,
            IndexFields.STORED_TITLE, IndexFields.STORED_CREATOR, IndexFields.STORED_DATE);

    private final Path path;
    private final Function<String, QueryVocabulary> vocabularies;
    private final LuceneWriter changes;
    private @Nullable Directory directory;
    private volatile @Nullable SearcherManager searchers;
    private CommitFile shown = CommitFile.NONE;
    private boolean closed;

    private LuceneIndex(Path path, Function<String, QueryVocabulary> vocabularies, MergePolicy merges) {
        this.path = path;
        this.vocabularies = vocabularies;
        this.changes = new LuceneWriter(path, merges);
    }

    /**
     * Opens the index of a directory. The directory may be empty or absent: then nothing is found until something was committed.
     *
     * @param vocabulary knows how the documents spell their values
     */
    public static LuceneIndex open(Path directory, QueryVocabulary vocabulary) {
        return open(directory, _ -> vocabulary, new TieredMergePolicy());
    }

    /**
     * Opens the index of a directory whose documents may be of several versions, one after another.
     *
     * @param vocabularies returns what knows how the documents of a version spell their values
     */
    public static LuceneIndex open(Path directory, Function<String, QueryVocabulary> vocabularies) {
        return open(directory, vocabularies, new TieredMergePolicy());
    }

    /** Opens an index whose segments are merged in a certain way. */
    static LuceneIndex open(Path directory, QueryVocabulary vocabulary, MergePolicy merges) {
        return open(directory, _ -> vocabulary, merges);
    }

    private static LuceneIndex open(Path directory, Function<String, QueryVocabulary> vocabularies, MergePolicy merges) {
        LuceneIndex index = new LuceneIndex(directory, vocabularies, merges);
        index.refresh();
        return index;
    }

    @Override
    public synchronized void refresh() {
        if (closed) {
            return;
        }
        try {
            if (refreshOpen()) {
                return;
            }
        } catch (IOException | RuntimeException e) {
            LOG.info("search index opened again: directory={} reason={}", path, e.getMessage());
        }
        closeQuietly();
        try {
            open();
        } catch (IOException | RuntimeException e) {
            // The writer finds the same damage and rebuilds; until then there is nothing to show.
            LOG.warn("search index cannot be opened yet: directory={} reason={}", path, e.getMessage());
            closeQuietly();
        }
    }

    /**
     * Refreshes what is open.
     *
     * @return false when there is nothing, or when the directory was deleted or rebuilt under us: Lucene compares versions only, and those
     *     of a new index may be the old one's
     */
    private boolean refreshOpen() throws IOException {
        SearcherManager manager = searchers;
        Directory open = directory;
        if (manager == null || open == null) {
            return false;
        }
        CommitFile latest = CommitFile.latest(path, open);
        if (latest == null || latest.generation() < shown.generation()) {
            return false;
        }
        if (latest.generation() == shown.generation()) {
            return latest.equals(shown);
        }
        manager.maybeRefreshBlocking();
        shown = latest;
        return ask(0L, snapshot -> snapshot.generation) >= latest.generation();
    }

    private void open() throws IOException {
        if (!Files.isDirectory(path)) {
            return;
        }
        Directory opened = IndexDirectory.open(path);
        directory = opened;
        CommitFile latest = CommitFile.latest(path, opened);
        if (latest != null) {
            shown = latest;
            searchers = new SearcherManager(new LiveReader(DirectoryReader.open(opened)), new SearcherFactory() {
                @Override
                public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader previous) throws IOException {
                    return new Snapshot((DirectoryReader) reader, vocabularies);
                }
            });
        } else {
            closeQuietly();
        }
    }

    /** One state of the index, with what facet counting needs: it costs up to a third of a second for a million records. */
    private static final class Snapshot extends IndexSearcher {

        final long position;
        final long generation;
        final @Nullable SortedSetDocValuesReaderState facets;
        final FullTexts texts;
        final String version;
        final QueryVocabulary vocabulary;
        /** All records, sorted and counted: the front page. The costliest questions, the most frequent ones, and few. */
        private final Map<SearchQuery, SearchResult> answers = new ConcurrentHashMap<>();

        Snapshot(DirectoryReader reader, Function<String, QueryVocabulary> vocabularies) throws IOException {
            super(reader);
            generation = reader.getIndexCommit().getGeneration();
            position = LuceneWriter.positionOf(reader.getIndexCommit().getUserData());
            version = LuceneWriter.versionOf(reader.getIndexCommit().getUserData());
            vocabulary = vocabularies.apply(version);
            facets = MultiDocValues.getSortedSetValues(reader, LuceneDocument.FACETS_FIELD) == null
                    ? null
                    : new DefaultSortedSetDocValuesReaderState(reader, LuceneDocument.FACETS);
            texts = FullTexts.of(reader);
        }

        SearchResult remembered(SearchQuery query, LuceneQuery reader) throws IOException {
            SearchResult known = answers.get(query);
            if (known != null) {
                return known;
            }
            SearchResult result = LuceneIndex.search(this, query, reader);
            if (answers.size() < MOST_REMEMBERED) {
                answers.put(query, result);
            }
            return result;
        }
    }

    private interface Question<T> {
        T ask(Snapshot snapshot) throws IOException;
    }

    private <T> T ask(T whenEmpty, Question<T> question) {
        SearcherManager manager = searchers;
        if (manager == null) {
            return whenEmpty;
        }
        try {
            Snapshot snapshot = (Snapshot) manager.acquire();
            try {
                return question.ask(snapshot);
            } finally {
                manager.release(snapshot);
            }
        } catch (AlreadyClosedException _) {
            return whenEmpty;
        } catch (IOException e) {
            throw new SearchException("The search index in " + path + " cannot be read (" + e.getMessage()
                    + "). It holds nothing that cannot be made again: stop the hub, delete that directory and start it", e);
        }
    }

    @Override
    public String version() {
        return ask("", snapshot -> snapshot.version);
    }

    @Override
    public boolean hasFullTexts() {
        return ask(false, snapshot -> snapshot.texts.any());
    }

    @Override
    public long position() {
        return ask(0L, snapshot -> snapshot.position);
    }

    @Override
    public SearchResult search(SearchQuery query) {
        return ask(SearchResult.EMPTY, snapshot -> {
            if (query.expression() != null) {
                return structured(snapshot, query);
            }
            return query.text().isBlank() && query.filters().isEmpty()
                    ? snapshot.remembered(query, new LuceneQuery(snapshot.vocabulary, snapshot.texts))
                    : asTyped(snapshot, query);
        });
    }

    private static SearchResult structured(Snapshot snapshot, SearchQuery query) throws IOException {
        try {
            return search(snapshot, query, new LuceneQuery(snapshot.vocabulary, snapshot.texts));
        } catch (IndexSearcher.TooManyClauses e) {
            throw tooManyTerms(e);
        }
    }

    private static IllegalArgumentException tooManyTerms(IndexSearcher.TooManyClauses e) {
        // A condition may be split into several terms: its limits do not bound their number.
        return new IllegalArgumentException(
                "the query has more terms than the index answers (" + e.getMaxClauseCount() + "); use fewer words", e);
    }

    /** Answers a text with as many of its words as the index can look for; the result says how many it ignored. */
    private static SearchResult asTyped(Snapshot snapshot, SearchQuery query) throws IOException {
        for (int most = QueryReader.MOST_TERMS;; most /= 2) {
            try {
                return search(snapshot, query, new LuceneQuery(snapshot.vocabulary, snapshot.texts, most));
            } catch (IndexSearcher.TooManyClauses e) {
                // A word may be split into several, and each is looked for in several fields.
                if (most <= 1) {
                    throw tooManyTerms(e);
                }
            }
        }
    }

    @Override
    public Optional<Suggestion> suggestion(SearchQuery query, long total) {
        return ask(Optional.empty(), snapshot -> {
            try {
                return Spelling.of(new IndexSearcher(snapshot.getIndexReader()), query, total, snapshot.vocabulary,
                        snapshot.texts);
            } catch (IndexSearcher.TooManyClauses _) {
                return Optional.empty();
            }
        });
    }

    private static SearchResult search(Snapshot snapshot, SearchQuery asked, LuceneQuery reader) throws IOException {
        // A searcher of its own, because the model is a property of the searcher; it shares the snapshot's reader and caches.
        IndexSearcher searcher = new IndexSearcher(snapshot.getIndexReader());
        searcher.setSimilarity(ExactLengths.of(asked.model()));
        Query query = searcher.rewrite(reader.of(asked));
        Sort sort = sort(asked);
        int wanted = asked.limit() == 0 ? 0 : Math.min(asked.offset() + asked.limit(), snapshot.getIndexReader().maxDoc());
        SortedSetDocValuesReaderState state = snapshot.facets;
        boolean counting = !asked.facets().isEmpty() && state != null;
        if (counting && !(query instanceof MatchAllDocsQuery)) {
            FacetsCollectorManager.FacetsResult found = FacetsCollectorManager.search(searcher, query, wanted, sort,
                    new FacetsCollectorManager());
            return new SearchResult(found.topDocs().totalHits.value(),
                    hits(searcher, found.topDocs(), asked, places(snapshot, reader, asked)),
                    facets(new SortedSetDocValuesFacetCounts(state, found.facetsCollector()), asked),
                    unplaced(searcher, reader, asked), reader.ignored(asked), remarks(searcher, reader, asked));
        }
        long total = searcher.count(query);
        TopDocs top = wanted == 0
                ? new TopDocs(null, new ScoreDoc[0])
                : searcher.search(query, new TopFieldCollectorManager(sort, wanted, null, wanted));
        return new SearchResult(total, hits(searcher, top, asked, places(snapshot, reader, asked)),
                counting ? facets(new SortedSetDocValuesFacetCounts(state), asked) : noFacets(asked),
                unplaced(searcher, reader, asked), reader.ignored(asked), remarks(searcher, reader, asked));
    }

    private static @Nullable FoundPlaces places(Snapshot snapshot, LuceneQuery reader, SearchQuery asked) {
        return asked.text().isBlank() || asked.limit() == 0 || !snapshot.texts.any()
                ? null
                : FoundPlaces.of(reader, asked, snapshot.texts);
    }

    private static long unplaced(IndexSearcher searcher, LuceneQuery reader, SearchQuery asked) throws IOException {
        Query query = reader.unplaced(asked);
        return query == null ? 0 : searcher.count(query);
    }

    /** Returns what names nothing. A source that the asker may not see is for him one that does not exist. */
    private static List<QueryRemark> remarks(IndexSearcher searcher, LuceneQuery reader, SearchQuery asked) throws IOException {
        List<QueryRemark> remarks = new ArrayList<>(reader.remarks(asked));
        for (String source : reader.namedSources(asked)) {
            if (asked.without().contains(source)
                    || searcher.getIndexReader().docFreq(new Term(IndexFields.SOURCE, source)) == 0) {
                remarks.add(new QueryRemark(QueryRemark.Kind.NO_SUCH_SOURCE, source));
            }
        }
        for (Filter filter : asked.filters()) {
            boolean isHidden = filter.facet() == Facet.SOURCE && asked.without().contains(filter.value());
            if (!filter.value().isEmpty() && (isHidden || searcher.getIndexReader().docFreq(reader.filtered(filter)) == 0)) {
                remarks.add(new QueryRemark(switch (filter.facet()) {
                    case SOURCE -> QueryRemark.Kind.NO_SUCH_SOURCE;
                    case TYPE -> QueryRemark.Kind.NO_SUCH_TYPE;
                    case LANGUAGE -> QueryRemark.Kind.NO_SUCH_LANGUAGE;
                    case YEAR -> QueryRemark.Kind.NO_SUCH_YEAR;
                    case SUBJECT -> QueryRemark.Kind.NO_SUCH_SUBJECT;
                }, filter.value()));
            }
        }
        return remarks;
    }

    private static Sort sort(SearchQuery asked) {
        return switch (asked.order()) {
            case RELEVANCE -> sort(SortField.FIELD_SCORE);
            // No two are equal, and a sort by one indexed number skips most records.
            case RECENT -> new Sort(LongField.newSortField(IndexFields.SEQ, true, SortedNumericSelector.Type.MIN));
            case NEWEST -> sort(year(true, Long.MIN_VALUE));
            case OLDEST -> sort(year(false, Long.MAX_VALUE));
            case TITLE -> sort(new SortField(IndexFields.TITLE_ORDER, SortField.Type.STRING, false, SortField.STRING_LAST));
        };
    }

    private static SortField year(boolean latestFirst, long whenMissing) {
        return LongField.newSortField(IndexFields.YEAR, latestFirst, SortedNumericSelector.Type.MIN, whenMissing);
    }

    private static Sort sort(SortField first) {
        return new Sort(first, BY_SOURCE, BY_IDENTIFIER);
    }

    /** @param places finds where the words occur; null when that is not shown */
    private static List<SearchHit> hits(IndexSearcher searcher, TopDocs top, SearchQuery asked, @Nullable FoundPlaces places)
            throws IOException {
        StoredFields stored = searcher.storedFields();
        ScoreDoc[] wanted = Arrays.copyOfRange(top.scoreDocs, Math.min(asked.offset(), top.scoreDocs.length),
                top.scoreDocs.length);
        if (places != null) {
            places.look(searcher, wanted);
        }
        List<SearchHit> hits = new ArrayList<>();
        for (ScoreDoc hit : wanted) {
            FieldDoc found = (FieldDoc) hit;
            Document document = stored.document(found.doc, STORED);
            float score = asked.order() == SortOrder.RELEVANCE ? (Float) found.fields[0] : 0;
            hits.add(new SearchHit(document.get(IndexFields.SOURCE), document.get(LuceneDocument.STORED_IDENTIFIER), score,
                    document.get(IndexFields.STORED_TITLE), Arrays.asList(document.getValues(IndexFields.STORED_CREATOR)),
                    document.get(IndexFields.STORED_DATE), places == null ? null : places.of(found.doc),
                    places == null ? List.of() : places.words(searcher, found.doc),
                    places != null && places.isUnranked(found.doc)));
        }
        return hits;
    }

    private static List<FacetCounts> facets(SortedSetDocValuesFacetCounts counts, SearchQuery asked) throws IOException {
        List<FacetCounts> facets = new ArrayList<>();
        for (Facet facet : asked.facets().keySet().stream().sorted().toList()) {
            int wanted = Math.max(1, asked.facets().getOrDefault(facet, 1));
            FacetResult result = counts.getTopChildren(wanted, facet.text());
            facets.add(result == null
                    ? FacetCounts.none(facet)
                    : new FacetCounts(facet, Arrays.stream(result.labelValues)
                            .map(entry -> new FacetCounts.Value(entry.label, entry.value.longValue())).toList(),
                            result.childCount));
        }
        return facets;
    }

    private static List<FacetCounts> noFacets(SearchQuery asked) {
        return asked.facets().keySet().stream().sorted().map(FacetCounts::none).toList();
    }

    private void closeQuietly() {
        for (AutoCloseable open : new AutoCloseable[]{searchers, directory}) {
            try {
                if (open != null) {
                    open.close();
                }
            } catch (Exception e) {
                LOG.debug("search index not closed cleanly: directory={}", path, e);
            }
        }
        searchers = null;
        directory = null;
    }

    @Override
    public OptionalLong begin(String version) {
        return changes.begin(version);
    }

    @Override
    public void apply(List<IndexChange> applied, long position) {
        changes.apply(applied, position);
    }

    @Override
    public void commit() {
        changes.commit();
    }

    @Override
    public void clear() {
        changes.clear();
    }

    @Override
    public void end() {
        changes.end();
    }

    @Override
    public synchronized void close() {
        closed = true;
        end();
        closeQuietly();
    }
}
