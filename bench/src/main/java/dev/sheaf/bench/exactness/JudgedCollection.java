package dev.sheaf.bench.exactness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A test collection: texts, queries, and which texts answer which query.
 *
 * @param name of its folder
 * @param documents by identifier, in their order
 * @param queries by number: any of the words may occur
 * @param relevant identifiers of the documents that answer a query, by its number; queries that nobody judged are absent
 */
record JudgedCollection(String name, Map<String, JudgedDocument> documents, Map<String, String> queries,
        Map<String, Set<String>> relevant) {

    private static final int MOST_WORDS = 32;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    /**
     * A document.
     *
     * @param title of its own, else the beginning of the text
     * @param text with the title
     */
    record JudgedDocument(String title, String text) {}

    /** Reads a folder with docs.jsonl.gz, queries.tsv and qrels.tsv. */
    static JudgedCollection read(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        Map<String, JudgedDocument> documents = new LinkedHashMap<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("docs.jsonl.gz"))), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode document = JsonMapper.shared().readTree(line);
                String title = document.path("title").asString("");
                String text = document.path("text").asString("");
                String whole = text.startsWith(title) ? text : title + "\n" + text;
                documents.put(identifier(name, document.path("id").asString("")),
                        new JudgedDocument(title.isBlank() ? beginning(text) : title, whole));
            }
        }
        Map<String, String> queries = new LinkedHashMap<>();
        for (String line : Files.readAllLines(folder.resolve("queries.tsv"))) {
            String[] cells = line.split("\t", 2);
            queries.put(cells[0], anyWord(cells[1]));
        }
        return new JudgedCollection(name, documents, queries, judgements(name, folder.resolve("qrels.tsv")));
    }

    private static String identifier(String collection, String number) {
        return "oai:" + collection + ".example.org:" + number;
    }

    private static String beginning(String text) {
        String plain = text.strip().replaceAll("\\s+", " ");
        return plain.length() <= 60 ? plain : plain.substring(0, 60);
    }

    /** Returns a query that any of the words of a text answers. */
    static String anyWord(String text) {
        return words(text).stream().collect(Collectors.joining(" OR "));
    }

    /** Returns the words of a text, each once. */
    static List<String> words(String text) {
        return Arrays.stream(NO_WORD.split(text)).filter(word -> !word.isEmpty()).map(word -> word.toLowerCase(Locale.ROOT))
                .filter(word -> !word.equals("or") && !word.equals("and") && !word.equals("not")).distinct().limit(MOST_WORDS)
                .toList();
    }

    /** Cranfield's -1 means of no interest, its 1 the highest of its grades: all relevant ones count alike. */
    private static Map<String, Set<String>> judgements(String name, Path file) throws IOException {
        Map<String, Set<String>> judged = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t", -1);
            if (Integer.parseInt(cells[3].strip()) > 0) {
                judged.computeIfAbsent(cells[0], _ -> new HashSet<>()).add(identifier(name, cells[2]));
            }
        }
        return judged;
    }
}
