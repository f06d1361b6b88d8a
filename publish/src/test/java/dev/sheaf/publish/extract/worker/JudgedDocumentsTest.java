package dev.sheaf.publish.extract.worker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.publish.extract.Document;
import dev.sheaf.publish.extract.ExtractedText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Titles and first authors of PDF files of the wild, which a person judged. */
class JudgedDocumentsTest {

    private static final Path DOCUMENTS = Path.of("..", "..", "shared", "data", "documents");
    private static final double TITLES = 0.90;
    private static final double AUTHORS = 0.85;

    private record Judged(String half, String file, String title, String author) {}

    private static List<Judged> judged() throws IOException {
        try (InputStream in = Objects.requireNonNull(JudgedDocumentsTest.class.getResourceAsStream("judged-documents.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).skip(1)
                    .map(line -> line.split("\t", -1)).map(cells -> new Judged(cells[0], cells[1], cells[2], cells[3])).toList();
        }
    }

    @Test
    void aHundredDocumentsAreJudged() throws IOException {
        assertThat(judged()).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void titleAndFirstAuthor_areThoseOfTheWork(String half) throws Exception {
        Path folder = Path.of(System.getProperty("sheaf.documents", DOCUMENTS.toString()));
        assumeTrue(Files.isDirectory(folder), "the documents are not beside the checkout: " + folder);
        TikaExtractor extractor = new TikaExtractor(20_000_000, 100);
        List<String> wrong = new ArrayList<>();
        int all = 0;
        int titles = 0;
        int authors = 0;
        for (Judged document : judged().stream().filter(one -> one.half().equals(half)).toList()) {
            ExtractedText text = extractor.extract(new Document(folder.resolve(document.file()), document.file()));
            String title = String.join("; ", text.metadata().getOrDefault("title", List.of()));
            String author = text.metadata().getOrDefault("creator", List.of("")).getFirst();
            String expected = document.title().isEmpty() ? StatedNames.withoutExtension(document.file()) : document.title();
            all++;
            titles += plain(title).equals(plain(expected)) ? 1 : 0;
            authors += plain(author).equals(plain(document.author())) ? 1 : 0;
            if (!plain(title).equals(plain(expected)) || !plain(author).equals(plain(document.author()))) {
                wrong.add(document + " -> " + title + " / " + author);
            }
        }
        String figures = "half " + half + ": titles " + titles + ", first authors " + authors + " of " + all + "\n"
                + String.join("\n", wrong);
        System.out.println(figures);
        assertThat(titles).as(figures).isGreaterThanOrEqualTo((int) Math.ceil(TITLES * all));
        assertThat(authors).as(figures).isGreaterThanOrEqualTo((int) Math.ceil(AUTHORS * all));
    }

    private static String plain(String text) {
        return text.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
    }
}
