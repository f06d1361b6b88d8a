package dev.sheaf.search.lucene;

import java.nio.file.Path;

import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.contract.SearchExpressionContract;

class LuceneExpressionContractTest extends SearchExpressionContract {

    @Override
    protected SearchIndex open(Path directory) {
        return LuceneIndex.open(directory, QueryVocabulary.PLAIN);
    }
}
