package dev.sheaf.platform.explorer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The languages of the explorer, each in a message file {@code messages_CODE.properties} in UTF-8: those of the program, and those of a
 * folder of the operator. Immutable; safe for many threads.
 */
final class ExplorerLanguages {

    private static final Logger LOG = LoggerFactory.getLogger(ExplorerLanguages.class);
    private static final String ENGLISH = "en";
    /** Languages of the program; each has a file among its resources. */
    private static final List<String> BUILT_IN = List.of(ENGLISH, "de");
    private static final Pattern FILE = Pattern.compile("messages_([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\\.properties");
    private static final String NAME = "language.name";
    private static final int LONGEST_HEADER = 500;

    private final Map<String, ExplorerTexts> byCode;

    private ExplorerLanguages(Map<String, ExplorerTexts> byCode) {
        this.byCode = byCode;
    }

    /** Returns the languages of the program. */
    static ExplorerLanguages builtIn() {
        Map<String, Map<String, String>> read = new LinkedHashMap<>();
        BUILT_IN.forEach(code -> read.put(code, resource(code)));
        return of(read);
    }

    /**
     * Returns the languages of the program with those of a folder. A file of a language that the program has replaces single texts. A file
     * that cannot be read is left out, and the log says so.
     *
     * @param folder its files are named {@code messages_CODE.properties}
     * @throws UncheckedIOException if the folder cannot be read
     */
    static ExplorerLanguages with(Path folder) {
        Map<String, Map<String, String>> read = new LinkedHashMap<>();
        BUILT_IN.forEach(code -> read.put(code, resource(code)));
        try (Stream<Path> files = Files.list(folder)) {
            files.sorted(Comparator.comparing(Path::toString)).forEach(file -> {
                Matcher name = FILE.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    try (Reader in = Files.newBufferedReader(file)) {
                        Map<String, String> texts = texts(in);
                        read.computeIfAbsent(name.group(1), _ -> new TreeMap<>()).putAll(texts);
                    } catch (IOException | IllegalArgumentException failure) {
                        LOG.warn("texts of the explorer cannot be read: file={} reason={}", file, failure.toString());
                    }
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException("the texts of the explorer cannot be read: " + folder, failure);
        }
        return of(read);
    }

    private static ExplorerLanguages of(Map<String, Map<String, String>> read) {
        Map<String, String> english = read.getOrDefault(ENGLISH, Map.of());
        Map<String, ExplorerTexts> languages = new LinkedHashMap<>();
        read.forEach(
                (code, texts) -> languages.put(code, new ExplorerTexts(code, texts.getOrDefault(NAME, code), texts, english)));
        return new ExplorerLanguages(languages);
    }

    /** Returns the texts of one of the program's message files. */
    static Map<String, String> resource(String code) {
        String file = "messages_" + code + ".properties";
        try (InputStream in = ExplorerLanguages.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("this program lacks " + file);
            }
            return texts(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException("the texts of this program cannot be read: " + file, failure);
        }
    }

    private static Map<String, String> texts(Reader in) throws IOException {
        Properties properties = new Properties();
        properties.load(in);
        Map<String, String> texts = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> texts.put(key, properties.getProperty(key)));
        return texts;
    }

    /** Returns all languages. */
    List<ExplorerTexts> all() {
        return new ArrayList<>(byCode.values());
    }

    /** Returns whether there are texts in a language. */
    boolean has(String code) {
        return byCode.containsKey(code);
    }

    /**
     * Returns the language for a reader: the one asked for, else the best one of the browser's wishes, else English.
     *
     * @param asked language tag; null or unknown ones count as none
     * @param accepted value of Accept-Language; null if there is none
     */
    ExplorerTexts choose(@Nullable String asked, @Nullable String accepted) {
        ExplorerTexts chosen = asked == null ? null : byCode.get(asked);
        if (chosen == null && accepted != null && accepted.length() <= LONGEST_HEADER) {
            try {
                String tag = Locale.lookupTag(Locale.LanguageRange.parse(accepted), byCode.keySet());
                chosen = tag == null ? null : byCode.get(tag);
            } catch (IllegalArgumentException _) {
                // A malformed header expresses no wish.
            }
        }
        return chosen == null ? english() : chosen;
    }

    private ExplorerTexts english() {
        return byCode.getOrDefault(ENGLISH, byCode.values().iterator().next());
    }
}
