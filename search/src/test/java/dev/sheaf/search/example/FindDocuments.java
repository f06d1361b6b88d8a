package dev.sheaf.search.example;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.sheaf.search.IndexChange;
import dev.sheaf.search.IndexDocument;
import dev.sheaf.search.IndexField;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.lucene.LuceneIndex;

/** Indexes texts by file name, and finds them. */
final class FindDocuments {

    private FindDocuments() {}

    static List<String> find(Path directory, Map<String, String> texts, String query) {
        try (SearchIndex index = LuceneIndex.open(directory, QueryVocabulary.PLAIN)) {
            long position = index.begin("1").orElseThrow(() -> new IllegalStateException("another process changes this index"));
            List<IndexChange> changes = texts.entrySet().stream().<IndexChange>map(text -> new IndexChange.Put(
                    IndexDocument.of("folder", text.getKey(), new IndexField.Text(IndexFields.ALL_TEXT, text.getValue(), "en"))))
                    .toList();
            index.apply(changes, position + changes.size());
            index.commit();
            index.refresh();
            return index.search(SearchQuery.of(query).with(RankingModel.LM)).hits().stream().map(SearchHit::identifier).toList();
        }
    }
}
