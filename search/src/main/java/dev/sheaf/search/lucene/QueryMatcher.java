package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.QueryRemark;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchException;
import dev.sheaf.search.SearchQuery;

/** Matches a few documents against a query without an index: they are indexed in memory. Thread-safe. */
public final class QueryMatcher {

    private static final Logger LOG = LoggerFactory.getLogger(QueryMatcher.class);

    private QueryMatcher() {}

    /** Returns what in a query names nothing or is read otherwise than typed. */
    public static List<QueryRemark> remarks(String query, QueryVocabulary vocabulary) {
        return new LuceneQuery(vocabulary).remarks(SearchQuery.of(query));
    }

    /** Returns the places in a list of the documents that match a query. */
    public static Set<Integer> matching(String query, List<IndexDocument> documents, QueryVocabulary vocabulary) {
        Set<Integer> found = new HashSet<>();
        if (documents.isEmpty()) {
            return found;
        }
        try (Directory memory = IndexDirectory.inMemory()) {
            // One segment, so that the number of a document is its place.
            IndexWriterConfig config = new IndexWriterConfig(SheafAnalyzer.forIndex()).setMergePolicy(NoMergePolicy.INSTANCE)
                    .setRAMBufferSizeMB(256);
            try (IndexWriter writer = new IndexWriter(memory, config)) {
                DocumentWords words = new DocumentWords();
                for (IndexDocument document : documents) {
                    try {
                        writer.addDocument(LuceneDocument.of(document, words));
                    } catch (IllegalArgumentException e) {
                        // Not searchable, the search index says so too; the number is used up when it had begun.
                        LOG.debug("record is not searchable: identifier={}", document.key().identifier(), e);
                    }
                }
            }
            try (DirectoryReader reader = DirectoryReader.open(memory)) {
                for (ScoreDoc hit : new IndexSearcher(reader).search(new LuceneQuery(vocabulary).text(query),
                        documents.size()).scoreDocs) {
                    found.add(hit.doc);
                }
            }
            return found;
        } catch (IOException e) {
            throw new SearchException("The query '" + query + "' cannot be asked (" + e.getMessage() + ")", e);
        }
    }
}
