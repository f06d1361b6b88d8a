package dev.sheaf.platform.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.lucene.document.Document;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.facet.FacetResult;
import org.apache.lucene.facet.FacetsCollectorManager;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesReaderState;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
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
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.ClassicSimilarity;
import org.apache.lucene.search.similarities.LMDirichletSimilarity;
import org.apache.lucene.search.similarities.LMJelinekMercerSimilarity;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a Lucene index in a directory. Writes nothing: that is the {@link SearchIndexer}'s part, in this process or another.
 *
 * <p>Thread-safe. Lucene works on memory-mapped files, so a search is best not interrupted.
 */
public final class LuceneIndex implements SearchIndex, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LuceneIndex.class);

    /** Fit for the short queries of a search box (Zhai and Lafferty 2004). */
    private static final float JELINEK_MERCER_LAMBDA = 0.1f;

    private static final int MOST_REMEMBERED = 64;

    private static final SortField BY_SOURCE = new SortField(RecordDocument.SOURCE, SortField.Type.STRING);
    private static final SortField BY_IDENTIFIER = new SortField(RecordDocument.STORED_IDENTIFIER, SortField.Type.STRING);
    private static final Set<String> STORED = Set.of(RecordDocument.SOURCE, RecordDocument.STORED_IDENTIFIER,
            RecordDocument.STORED_TITLE, RecordDocument.STORED_CREATOR, RecordDocument.STORED_DATE);

    private final Path path;
    private @Nullable Directory directory;
    private volatile @Nullable SearcherManager searchers;
    private CommitFile shown = CommitFile.NONE;
    private boolean closed;

    private LuceneIndex(Path path) {
        this.path = path;
    }

    /** Opens the index of a directory for reading; the directory may be empty or absent: then nothing is found until something is. */
    public static LuceneIndex open(Path directory) {
        LuceneIndex index = new LuceneIndex(directory);
        index.refresh();
        return index;
    }

    /** Makes later answers show what was committed by now, by this process or another. Cheap when nothing was. */
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
            searchers = new SearcherManager(opened, new SearcherFactory() {
                @Override
                public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader previous) throws IOException {
                    return new Snapshot((DirectoryReader) reader);
                }
            });
        } else {
            closeQuietly();
        }
    }

    /** One state of the index, with what facet counting needs: it costs up to a third of a second for a million records. */
    private static final class Snapshot extends IndexSearcher {

        final long seq;
        final long generation;
        final @Nullable SortedSetDocValuesReaderState facets;
        /** All records, sorted and counted: the front page. The costliest questions, the most frequent ones, and few. */
        private final Map<SearchQuery, SearchResult> answers = new ConcurrentHashMap<>();

        Snapshot(DirectoryReader reader) throws IOException {
            super(reader);
            generation = reader.getIndexCommit().getGeneration();
            seq = SearchIndexer.seqOf(reader.getIndexCommit().getUserData());
            facets = reader.numDocs() == 0
                    ? null
                    : new DefaultSortedSetDocValuesReaderState(reader, RecordDocument.FACETS);
        }

        SearchResult remembered(SearchQuery query) throws IOException {
            SearchResult known = answers.get(query);
            if (known != null) {
                return known;
            }
            SearchResult result = LuceneIndex.search(this, query);
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
    public long seq() {
        return ask(0L, snapshot -> snapshot.seq);
    }

    @Override
    public SearchResult search(SearchQuery query) {
        return ask(SearchResult.EMPTY, snapshot -> query.text().isBlank() && query.filters().isEmpty()
                ? snapshot.remembered(query)
                : search(snapshot, query));
    }

    @Override
    public Optional<Suggestion> suggestion(SearchQuery query, long total) {
        return ask(Optional.empty(), snapshot -> Spelling.of(new IndexSearcher(snapshot.getIndexReader()), query, total));
    }

    private static SearchResult search(Snapshot snapshot, SearchQuery asked) throws IOException {
        // A searcher of its own, because the model is a property of the searcher; it shares the snapshot's reader and caches.
        IndexSearcher searcher = new IndexSearcher(snapshot.getIndexReader());
        searcher.setSimilarity(similarity(asked.model()));
        Query query = searcher.rewrite(LuceneQuery.of(asked));
        Sort sort = sort(asked);
        int wanted = asked.limit() == 0 ? 0 : Math.min(asked.offset() + asked.limit(), snapshot.getIndexReader().maxDoc());
        SortedSetDocValuesReaderState state = snapshot.facets;
        boolean counting = !asked.facets().isEmpty() && state != null;
        if (counting && !(query instanceof MatchAllDocsQuery)) {
            FacetsCollectorManager.FacetsResult found = FacetsCollectorManager.search(searcher, query, wanted, sort,
                    new FacetsCollectorManager());
            return new SearchResult(found.topDocs().totalHits.value(), hits(searcher, found.topDocs(), asked),
                    facets(new SortedSetDocValuesFacetCounts(state, found.facetsCollector()), asked));
        }
        long total = searcher.count(query);
        TopDocs top = wanted == 0
                ? new TopDocs(null, new ScoreDoc[0])
                : searcher.search(query, new TopFieldCollectorManager(sort, wanted, null, wanted));
        return new SearchResult(total, hits(searcher, top, asked),
                counting ? facets(new SortedSetDocValuesFacetCounts(state), asked) : noFacets(asked));
    }

    private static Similarity similarity(RankingModel model) {
        return switch (model) {
            case BM25 -> new BM25Similarity();
            case VSM -> new ClassicSimilarity();
            case LM -> new LMDirichletSimilarity();
            case LM_JM -> new LMJelinekMercerSimilarity(JELINEK_MERCER_LAMBDA);
        };
    }

    private static Sort sort(SearchQuery asked) {
        return switch (asked.order()) {
            case RELEVANCE -> sort(SortField.FIELD_SCORE);
            // No two are equal, and a sort by one indexed number skips most records.
            case RECENT -> new Sort(LongField.newSortField(RecordDocument.SEQ, true, SortedNumericSelector.Type.MIN));
            case NEWEST -> sort(year(true, Integer.MIN_VALUE));
            case OLDEST -> sort(year(false, Integer.MAX_VALUE));
            case TITLE -> sort(new SortField(RecordDocument.TITLE_ORDER, SortField.Type.STRING, false, SortField.STRING_LAST));
        };
    }

    private static SortField year(boolean latestFirst, int whenMissing) {
        return IntField.newSortField(RecordDocument.YEAR, latestFirst, SortedNumericSelector.Type.MIN, whenMissing);
    }

    private static Sort sort(SortField first) {
        return new Sort(first, BY_SOURCE, BY_IDENTIFIER);
    }

    private static List<SearchHit> hits(IndexSearcher searcher, TopDocs top, SearchQuery asked) throws IOException {
        StoredFields stored = searcher.storedFields();
        List<SearchHit> hits = new ArrayList<>();
        for (int i = asked.offset(); i < top.scoreDocs.length; i++) {
            FieldDoc found = (FieldDoc) top.scoreDocs[i];
            Document document = stored.document(found.doc, STORED);
            float score = asked.order() == SortOrder.RELEVANCE ? (Float) found.fields[0] : 0;
            hits.add(new SearchHit(document.get(RecordDocument.SOURCE), document.get(RecordDocument.STORED_IDENTIFIER), score,
                    document.get(RecordDocument.STORED_TITLE), Arrays.asList(document.getValues(RecordDocument.STORED_CREATOR)),
                    document.get(RecordDocument.STORED_DATE)));
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

    /** Lets go of the files; searches under way end first, later ones find nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        closeQuietly();
    }
}
