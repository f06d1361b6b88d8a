package dev.sheaf.platform.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages in the root of the checkout and those in docs/. */
public final class Pages {

    /** The checkout; tests run in the folder of their module. */
    public static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    /**
     * A piece of code in a page.
     *
     * @param page where it stands, for people
     * @param before the last line of text in front of it
     * @param language behind the opening fence
     */
    public record Block(String page, String before, String language, List<String> lines) {}

    private Pages() {}

    /** All of them. */
    public static List<Path> all() {
        try (Stream<Path> root = Files.list(ROOT); Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(root.sorted(), docs.sorted()).filter(file -> file.toString().endsWith(".md")).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The lines of a page. */
    public static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The fenced pieces of code of all pages. */
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
