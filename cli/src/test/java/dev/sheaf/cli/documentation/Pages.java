package dev.sheaf.cli.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages in the root of the checkout, and those below docs/ and results/. */
public final class Pages {

    /** The checkout; tests run in the folder of their module. */
    public static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    /**
     * A code block of a page.
     *
     * @param page file and line of the opening fence, for people
     * @param before the last line of text before the code
     * @param language the word after the opening fence
     */
    public record Block(String page, String before, String language, List<String> lines) {}

    private Pages() {}

    /** Returns all Markdown pages. */
    public static List<Path> all() {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> results = Files.walk(ROOT.resolve("results"))) {
            return Stream.of(root, docs, results).flatMap(Stream::sorted).filter(file -> file.toString().endsWith(".md"))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the lines of a page. */
    public static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the fenced code blocks of all pages. */
    public static List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (Path page : all()) {
            List<String> lines = lines(page);
            String before = "";
            for (int i = 0; i < lines.size(); i++) {
                if (!lines.get(i).startsWith("```")) {
                    before = lines.get(i).isBlank() ? before : lines.get(i);
                    continue;
                }
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                blocks.add(new Block(page.getFileName() + ":" + (i + 1), before, lines.get(i).substring(3),
                        lines.subList(i + 1, end)));
                i = end;
            }
        }
        return blocks;
    }
}
