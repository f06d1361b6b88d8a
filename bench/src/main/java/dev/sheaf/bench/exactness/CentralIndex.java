package dev.sheaf.bench.exactness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.sheaf.bench.exactness.CentralTexts.Entry;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.TermVector;
import dev.sheaf.platform.search.RecordVocabulary;
import dev.sheaf.search.FullTextTerms;
import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.lucene.LuceneIndex;

/** Sheaf's own index, built at once from the texts by the service provider's policy. */
final class CentralIndex implements AutoCloseable {

    private final SearchIndex index;

    /** @param random decides on the order of the texts, which must not matter */
    CentralIndex(Path folder, CentralTexts texts, IndexPolicy policy, Random random) {
        index = LuceneIndex.open(folder, new RecordVocabulary(policy));
        List<Entry> shuffled = new ArrayList<>(texts.entries());
        Collections.shuffle(shuffled, random);
        index.begin("central");
        List<IndexChange> changes = new ArrayList<>();
        for (Entry entry : shuffled) {
            changes.add(new IndexChange.Put(IndexDocument.of(entry.source(), entry.identifier(),
                    new IndexField.FullText(new Terms(policy.index(entry.text(), "", "", entry.placed()))))));
        }
        index.apply(changes, 1);
        index.commit();
        index.refresh();
    }

    RankedList search(SearchQuery query) {
        return RankedList.of(index.search(query));
    }

    @Override
    public void close() {
        index.close();
    }

    private record Terms(TermVector vector) implements FullTextTerms {

        @Override
        public int size() {
            return vector.size();
        }

        @Override
        public String term(int index) {
            return vector.term(index);
        }

        @Override
        public int frequency(int index) {
            return vector.frequency(index);
        }

        @Override
        public int[] positions(int index) {
            return vector.positions(index);
        }

        @Override
        public long length() {
            return vector.length();
        }

        @Override
        public boolean hasFrequencies() {
            return vector.hasFrequencies();
        }

        @Override
        public boolean hasPositions() {
            return vector.hasPositions();
        }
    }
}
