package dev.sheaf.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.apache.lucene.index.IndexWriter;

import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.contract.SearchIndexContract;

class LuceneIndexContractTest extends SearchIndexContract {

    @Override
    protected SearchIndex open(Path directory) {
        return LuceneIndex.open(directory, QueryVocabulary.PLAIN);
    }

    /** Puts the files back that were there at the moment of the crash, whatever closing the index does to them. */
    @Override
    protected void crash(SearchIndex index, Path directory) throws IOException {
        Path copies = Files.createTempDirectory(directory.getParent(), "crashed");
        for (Path file : files(directory)) {
            Files.copy(file, copies.resolve(file.getFileName()));
        }
        index.close();
        for (Path file : files(directory)) {
            Files.delete(file);
        }
        for (Path copy : files(copies)) {
            Files.move(copy, directory.resolve(copy.getFileName()));
        }
        Files.delete(copies);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith(IndexWriter.WRITE_LOCK_NAME)).toList();
        }
    }
}
