package dev.sheaf.fulltext;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.sheaf.fulltext.IndexPolicy.Parts;

/** Parser of one index policy. The text may come from an untrusted source, so its length and its parts are checked. */
final class PolicyReader {

    private static final int LONGEST_TEXT = 100_000;
    private static final int LONGEST_WORD = 200;
    private static final String NONE = "none";

    private final Map<String, String> values = new LinkedHashMap<>();

    /** @throws IllegalArgumentException when the text is too long or has parts that no policy has */
    PolicyReader(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "an index policy has at most " + LONGEST_TEXT + " characters, this one " + text.length());
        }
        for (String part : text.strip().split("\\s+")) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 0) {
                language(part.toLowerCase(Locale.ROOT));
            } else {
                put(part.substring(0, equals).toLowerCase(Locale.ROOT), part.substring(equals + 1));
            }
        }
    }

    private void language(String language) {
        boolean hasList = StopWords.names().contains(language);
        // As Lucene's own analyzer of English does.
        String stemmer = language.equals("english") ? "porter" : "snowball-" + language;
        boolean hasStemmer = Stemmer.ofName(stemmer).isPresent();
        if (!hasList && !hasStemmer) {
            throw new IllegalArgumentException("'" + TermVector.shown(language)
                    + "' is neither part of an index policy (name=value) nor a language that Lucene has stop words or a stemmer of");
        }
        put("stop", hasList ? language : NONE);
        put("stem", hasStemmer ? stemmer : NONE);
    }

    private void put(String name, String value) {
        if (!Set.of("tokenizer", "case", "stop", "stem", "min-frequency", "keep", "weight", "drop", "limit").contains(name)) {
            throw new IllegalArgumentException("an index policy has no part '" + TermVector.shown(name)
                    + "'; it has tokenizer, case, stop, stem, min-frequency, keep, weight, drop and limit");
        }
        values.put(name, value);
    }

    /** @throws IllegalArgumentException when a part has a value that it does not take */
    Parts parts() {
        Set<String> lists = new TreeSet<>();
        Set<String> words = new TreeSet<>();
        stopWords(lists, words);
        return new Parts(tokenizer(), folding(), Set.copyOf(lists), Set.copyOf(words), stemmer(), pruning(), limit());
    }

    private String tokenizer() {
        String name = values.getOrDefault("tokenizer", "standard").toLowerCase(Locale.ROOT);
        if (!IndexPolicy.TOKENIZERS.contains(name)) {
            throw new IllegalArgumentException("tokenizer=" + TermVector.shown(name) + ": there is no such tokenizer; there are "
                    + String.join(", ", IndexPolicy.TOKENIZERS));
        }
        return name;
    }

    private CaseFolding folding() {
        String name = values.getOrDefault("case", "lower");
        for (CaseFolding folding : CaseFolding.values()) {
            if (folding.text().equalsIgnoreCase(name)) {
                return folding;
            }
        }
        throw new IllegalArgumentException("case=" + TermVector.shown(name) + ": case is keep, lower or fold");
    }

    private void stopWords(Set<String> lists, Set<String> words) {
        String value = values.getOrDefault("stop", NONE);
        if (value.equalsIgnoreCase(NONE)) {
            return;
        }
        for (String item : value.split(",", -1)) {
            if (item.startsWith("+") && item.length() > 1) {
                words.add(word(item.substring(1)));
            } else if (StopWords.names().contains(item.toLowerCase(Locale.ROOT))) {
                lists.add(item.toLowerCase(Locale.ROOT));
            } else {
                throw new IllegalArgumentException("stop=" + TermVector.shown(item)
                        + ": there is no such list of stop words; there are "
                        + String.join(", ", StopWords.names()) + ". A word of your own has a plus before it: stop=english,+page");
            }
        }
    }

    private static String word(String escaped) {
        String word;
        try {
            word = TermVector.form(URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException failure) {
            throw new IllegalArgumentException(
                    "stop=+" + TermVector.shown(escaped) + ": a percent sign is written %25, a comma %2C, a blank %20", failure);
        }
        if (word.isBlank() || word.length() > LONGEST_WORD) {
            throw new IllegalArgumentException(
                    "stop=+" + TermVector.shown(escaped) + ": a stop word has 1 to " + LONGEST_WORD + " characters");
        }
        return word;
    }

    private Stemmer stemmer() {
        String name = values.getOrDefault("stem", NONE);
        return Stemmer.ofName(name).orElseThrow(() -> new IllegalArgumentException("stem=" + TermVector.shown(name)
                + ": there is no such stemmer; there are " + String.join(", ", Stemmer.names())));
    }

    private Pruning pruning() {
        boolean dropShort = false;
        boolean dropNumbers = false;
        for (String kind : values.getOrDefault("drop", NONE).toLowerCase(Locale.ROOT).split(",", -1)) {
            switch (kind) {
                case "short" -> dropShort = true;
                case "numbers" -> dropNumbers = true;
                case NONE -> {
                    // Nothing is dropped.
                }
                default -> throw new IllegalArgumentException(
                        "drop=" + TermVector.shown(kind) + ": drop is short, numbers, or both with a comma");
            }
        }
        return new Pruning(number("min-frequency", 1), percent("keep"), percent("weight"), dropShort, dropNumbers);
    }

    private int limit() {
        int limit = number("limit", IndexPolicy.USUAL_LIMIT);
        if (limit < 1 || limit > IndexPolicy.HIGHEST_LIMIT) {
            throw new IllegalArgumentException(
                    "limit=" + limit + ": the limit is between 1 and " + IndexPolicy.HIGHEST_LIMIT + " words");
        }
        return limit;
    }

    private int percent(String name) {
        String value = values.getOrDefault(name, "100%");
        return number(name, value.endsWith("%") ? value.substring(0, value.length() - 1) : value);
    }

    private int number(String name, int usual) {
        return number(name, values.getOrDefault(name, Integer.toString(usual)));
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(name + "=" + TermVector.shown(value) + ": a whole number is expected");
        }
    }
}
