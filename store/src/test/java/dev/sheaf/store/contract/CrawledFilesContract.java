package dev.sheaf.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.crawls.CrawledFiles.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link CrawledFiles}. */
public abstract class CrawledFilesContract extends FacetContract {

    private static final String PLACE = "/srv/documents";

    private CrawledFiles crawled() {
        return store().crawledFiles();
    }

    private static CrawledFile file(String path, long size, @Nullable String refusal) {
        return new CrawledFile(PLACE, path, size, 1_740_000_000_123L, new byte[]{1, -1}, "text/html", "made", refusal);
    }

    @Test
    void keepsTheSettingsOfASource() {
        assertThat(crawled().settings("a")).isEmpty();
        crawled().keep("a", "location=/x");
        crawled().keep("a", "location=/y\nformats=pdf");
        reopen();
        assertThat(crawled().settings("a")).contains("location=/y\nformats=pdf");
        assertThat(crawled().sources()).containsExactly("a");
        assertThatThrownBy(() -> crawled().keep(UNKNOWN, "")).isInstanceOf(StoreException.class);
    }

    @Test
    void pagesOfFiles_areInTheOrderOfTheirBytes() {
        // The second letter comes first among characters of UTF-16 and last among bytes of UTF-8.
        List<CrawledFile> files = List.of(file("a", 1, null), file("a/b", 2, "it is encrypted"), file("\uffee", 3, null),
                file("\ud835\udc9c", 4, null));
        crawled().put("a", files.reversed(), List.of());
        reopen();
        List<CrawledFile> read = new ArrayList<>();
        List<CrawledFile> page = crawled().files("a", null, 2);
        while (!page.isEmpty()) {
            read.addAll(page);
            page = crawled().files("a", page.getLast().key(), 2);
        }
        assertThat(read).isEqualTo(files);
        assertThat(crawled().refused("a", null, 10)).containsExactly(files.get(1));
        assertThat(crawled().refused("a", files.get(1).key(), 10)).isEmpty();
        assertThat(crawled().tally("a")).isEqualTo(new Tally(4, 1));
        assertThat(crawled().tally(UNKNOWN)).isEqualTo(new Tally(0, 0));
        assertThat(crawled().files(UNKNOWN, null, 10)).isEmpty();
    }

    @Test
    void oneChange_replacesFilesAndForgetsOthers() {
        CrawledFile elsewhere = new CrawledFile("zip:/x.zip", "a", 7, -1, new byte[0], "", "", null);
        crawled().put("a", List.of(file("a", 1, null), file("b", 2, null), elsewhere), List.of());
        crawled().put("a", List.of(file("b", 3, "it is damaged")), List.of(file("a", 1, null).key()));
        assertThat(crawled().files("a", null, 10)).containsExactly(elsewhere, file("b", 3, "it is damaged"));
        crawled().forget("a");
        assertThat(crawled().files("a", null, 10)).isEmpty();
    }

    @Test
    void moreFilesThanACallTakes_areRefused() {
        List<CrawledFile> many = IntStream.rangeClosed(0, CrawledFiles.MAX_BATCH).mapToObj(i -> file("f" + i, i, null)).toList();
        assertThatThrownBy(() -> crawled().put("a", many, List.of())).isInstanceOf(IllegalArgumentException.class);
        crawled().put("a", many.subList(0, CrawledFiles.MAX_BATCH), List.of());
        assertThat(crawled().tally("a").all()).isEqualTo(CrawledFiles.MAX_BATCH);
    }

    @Test
    void removedSource_takesItsFilesAlong() {
        crawled().keep("a", "location=/x");
        crawled().put("a", List.of(file("a", 1, null)), List.of());
        store().remove("a", true);
        assertThat(crawled().settings("a")).isEmpty();
        assertThat(crawled().tally("a").all()).isZero();
    }

    @Test
    void rollbackOfARun_forgetsTheFilesThatItRead() {
        long run = store().begin("a", START);
        save(run, 1);
        crawled().put("a", List.of(file("a", 1, null)), List.of());
        completeRun(START);
        store().rollback().undo("a", START.plusSeconds(90), _ -> {}, () -> false);
        assertThat(crawled().files("a", null, 10)).isEmpty();
    }
}
