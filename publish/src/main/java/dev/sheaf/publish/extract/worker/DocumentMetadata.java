package dev.sheaf.publish.extract.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.apache.tika.metadata.Metadata;

/** Values of Dublin Core that a document states, without titles and authors that are none. Nothing is guessed. Stateless. */
final class DocumentMetadata {

    private static final int MOST_VALUES = 200;
    private static final int LONGEST = 20_000;
    /** Keys under which extractors, and pages of the web, state a value; all in lower case. */
    private static final Map<String, List<String>> KEYS = Map.ofEntries(
            Map.entry("title", List.of("dc:title", "dc.title", "dcterms.title", "citation_title")),
            Map.entry("creator", List.of("dc:creator", "dc.creator", "dcterms.creator", "citation_author", "author")),
            Map.entry("description", List.of("dc:description", "dc.description", "dcterms.description", "dcterms.abstract",
                    "description", "citation_abstract", "pdf:docinfo:subject")),
            Map.entry("publisher", List.of("dc:publisher", "dc.publisher", "dcterms.publisher", "citation_publisher")),
            Map.entry("contributor", List.of("dc:contributor", "dc.contributor", "dcterms.contributor")),
            Map.entry("date", List.of("dc:date", "dc.date", "dcterms.date", "dcterms.issued", "citation_publication_date",
                    "citation_date", "dcterms:created")),
            Map.entry("type", List.of("dc:type", "dc.type", "dcterms.type")),
            Map.entry("identifier", List.of("dc:identifier", "dc.identifier", "dcterms.identifier", "citation_doi",
                    "citation_isbn")),
            Map.entry("source", List.of("dc:source", "dc.source", "dcterms.source")),
            Map.entry("relation", List.of("dc:relation", "dc.relation", "dcterms.relation")),
            Map.entry("coverage", List.of("dc:coverage", "dc.coverage", "dcterms.coverage")),
            Map.entry("rights", List.of("dc:rights", "dc.rights", "dcterms.rights")));
    private static final List<String> SUBJECTS = List.of("dc:subject", "dc.subject", "dcterms.subject");
    private static final List<String> KEYWORDS = List.of("meta:keyword", "keywords", "citation_keywords", "pdf:docinfo:keywords");
    private static final List<String> LANGUAGES = List.of("dc:language", "dc.language", "dcterms.language", "content-language",
            "citation_language", "html:lang");
    /** One statement of a document's date is enough; the first of the keys counts. */
    private static final Set<String> SINGLE = Set.of("date");
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*");

    private DocumentMetadata() {}

    /**
     * Returns the values by element.
     *
     * @param fileName with its extension
     * @param written whether the author wrote the title for readers, as a page of the web states it; such a title stands, however short or like the name of a file it is
     */
    static Map<String, List<String>> of(Metadata metadata, String fileName, boolean written) {
        Map<String, List<String>> lower = lower(metadata);
        Map<String, List<String>> found = new TreeMap<>();
        KEYS.forEach((element, keys) -> put(found, element,
                SINGLE.contains(element)
                        ? keys.stream().map(lower::get).filter(values -> values != null && !values.isEmpty()).findFirst()
                                .stream().flatMap(List::stream).limit(1)
                        : keys.stream().map(lower::get).filter(values -> values != null).flatMap(List::stream)));
        if (found.containsKey("title")) {
            put(found, "title", found.get("title").stream()
                    .filter(title -> written ? StatedNames.isTitleOfPage(title) : StatedNames.isTitle(title, fileName)));
        }
        if (found.containsKey("creator")) {
            put(found, "creator", found.get("creator").stream().flatMap(value -> StatedNames.authors(value).stream()));
        }
        Function<String, Stream<String>> of = key -> lower.getOrDefault(key, List.of()).stream();
        Set<String> lists = new LinkedHashSet<>(KEYWORDS.stream().flatMap(of).toList());
        // The subject of a PDF is what it is about in a sentence (XMP, part 2), and Tika gives it as a keyword too.
        Set<String> sentences = new LinkedHashSet<>(of.apply("pdf:docinfo:subject").toList());
        put(found, "subject",
                Stream.concat(SUBJECTS.stream().flatMap(of).filter(value -> !lists.contains(value) && !sentences.contains(value)),
                        lists.stream().flatMap(DocumentMetadata::split)));
        String language = language(metadata);
        if (!language.isEmpty()) {
            found.put("language", List.of(language));
        }
        return found;
    }

    private static void put(Map<String, List<String>> found, String element, Stream<String> values) {
        List<String> plain = values.map(value -> value.strip().replaceAll("\\s+", " ")).filter(value -> !value.isEmpty())
                .map(value -> value.length() > LONGEST ? value.substring(0, LONGEST) : value).distinct().limit(MOST_VALUES)
                .toList();
        if (plain.isEmpty()) {
            found.remove(element);
        } else {
            found.put(element, plain);
        }
    }

    /** Keywords stand in one value, with semicolons or commas between them. */
    private static Stream<String> split(String keywords) {
        return Arrays.stream(keywords.split(keywords.indexOf(';') >= 0 ? ";" : ","));
    }

    private static Map<String, List<String>> lower(Metadata metadata) {
        Map<String, List<String>> lower = new TreeMap<>();
        for (String name : metadata.names()) {
            lower.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .addAll(Arrays.asList(metadata.getValues(name)));
        }
        return lower;
    }

    /** Returns the language that a document states; empty when it states none, several, or something else. */
    static String language(Metadata metadata) {
        Map<String, List<String>> lower = lower(metadata);
        for (String key : LANGUAGES) {
            List<String> values = lower.getOrDefault(key, List.of()).stream().map(String::strip).distinct().toList();
            if (values.size() == 1 && LANGUAGE.matcher(values.getFirst()).matches()) {
                return values.getFirst();
            }
        }
        return "";
    }
}
