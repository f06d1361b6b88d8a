package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.FoundIn;
import dev.sheaf.search.FoundWord;
import dev.sheaf.search.SearchQuery;

/** Finds the places of a query's words in the results that are shown. Belongs to one query and one thread. */
final class FoundPlaces {

    private final @Nullable Query described;
    private final @Nullable Query ranked;
    private final @Nullable Query listed;
    private final FoundWords words;
    private Set<Integer> inDescriptions = Set.of();
    private Set<Integer> inRanked = Set.of();
    private Set<Integer> inListed = Set.of();

    private FoundPlaces(@Nullable Query described, @Nullable Query ranked, @Nullable Query listed, FoundWords words) {
        this.described = described;
        this.ranked = ranked;
        this.listed = listed;
        this.words = words;
    }

    /** @param texts kinds of full texts that the index has */
    static FoundPlaces of(LuceneQuery reader, SearchQuery query, FullTexts texts) {
        return new FoundPlaces(reader.described(query), texts.ranked() ? reader.inFullText(query, texts.rankedOnly()) : null,
                texts.listed() ? reader.inFullText(query, texts.listedOnly()) : null, reader.foundWords(query));
    }

    /** Looks at some results. */
    void look(IndexSearcher searcher, ScoreDoc[] hits) throws IOException {
        int[] documents = Arrays.stream(hits).mapToInt(hit -> hit.doc).sorted().toArray();
        inDescriptions = matching(searcher, described, documents);
        inRanked = matching(searcher, ranked, documents);
        inListed = matching(searcher, listed, documents);
    }

    private static Set<Integer> matching(IndexSearcher searcher, @Nullable Query query, int[] documents) throws IOException {
        Set<Integer> found = new HashSet<>();
        if (query == null) {
            return found;
        }
        Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        int at = 0;
        while (at < documents.length) {
            LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(documents[at], leaves));
            int end = leaf.docBase + leaf.reader().maxDoc();
            Scorer scorer = weight.scorer(leaf);
            for (; at < documents.length && documents[at] < end; at++) {
                if (scorer != null && matches(scorer, documents[at] - leaf.docBase)) {
                    found.add(documents[at]);
                }
            }
        }
        return found;
    }

    private static boolean matches(Scorer scorer, int document) throws IOException {
        TwoPhaseIterator costly = scorer.twoPhaseIterator();
        DocIdSetIterator candidates = costly == null ? scorer.iterator() : costly.approximation();
        int reached = candidates.docID() < document ? candidates.advance(document) : candidates.docID();
        return reached == document && (costly == null || costly.matches());
    }

    /** Returns where the words of the query were found in a document; null when in neither. */
    @Nullable
    FoundIn of(int document) {
        boolean inFullText = inRanked.contains(document) || inListed.contains(document);
        if (inDescriptions.contains(document)) {
            return inFullText ? FoundIn.BOTH : FoundIn.DESCRIPTION;
        }
        return inFullText ? FoundIn.FULLTEXT : null;
    }

    /** Returns the words of the query in the full text of a document; none if the frequencies of its words are unknown. */
    List<FoundWord> words(IndexSearcher searcher, int document) throws IOException {
        return inRanked.contains(document) ? words.in(searcher, document) : List.of();
    }

    /** Returns whether words were found in a full text without frequencies. */
    boolean isUnranked(int document) {
        return inListed.contains(document);
    }
}
