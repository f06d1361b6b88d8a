package dev.sheaf.search.lucene;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.search.QueryRemark;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchText;

/**
 * Reads what a person typed into the search box. Nothing is wrong: what is not understood counts as words.
 *
 * <ul>
 *   <li>words, all of which must occur; {@code a OR b}: one of them
 *   <li>{@code "words in this order"}; {@code "words near each other"~10}
 *   <li>{@code -word}, {@code -"…"}, {@code NOT word}: must not occur
 *   <li>{@code begin*}: words that begin so
 *   <li>{@code title:word}, {@code creator:"…"}, {@code year:1990-1999} and the other words of the {@link QueryVocabulary}
 * </ul>
 */
final class QueryReader {

    /** Longer texts are cut: each word costs a search. */
    static final int LONGEST_TEXT = Limit.QUERY.count();
    /** Further words are ignored. */
    static final int MOST_TERMS = Limit.QUERY_TERMS.count();
    /** Further parts that are no plain words are ignored: each costs more than a word. */
    private static final int MOST_PHRASES = Limit.QUERY_PHRASES.count();

    /** Words that stand further apart are not near each other, and each place costs time. */
    private static final int LARGEST_SLOP = 100;
    private static final int MOST_DIGITS = 6;
    private static final int MOST_REMARKS = 5;
    /** Nothing but asterisks, as after another field or in Lucene's own form {@code *:*}. */
    private static final Pattern ASTERISKS = Pattern.compile("[*:]*\\*[*:]*");

    private static final String OPENING = "\"\u201c\u201e\u201d\u00ab\u00bb";
    private static final String CLOSING = "\"\u201d\u201c\u201c\u00bb\u00ab";

    /**
     * One part of a query.
     *
     * @param field where to look; null for anywhere
     * @param text to be found, not blank
     * @param prefix true when only the beginning of the (last) word is given
     * @param quoted true when the words stand in quotation marks: then they are meant exactly as they are
     * @param excluded true when it must not occur
     * @param alternative true when it may occur instead of the part before
     * @param slop how many places the words in quotation marks may be moved in all to stand together; 0 for exactly this order
     */
    record Part(@Nullable String field, String text, boolean prefix, boolean quoted, boolean excluded, boolean alternative,
            int slop) {

        /** Returns whether the part is a word to be found anywhere. */
        boolean isPlain() {
            return field == null && !prefix && !quoted;
        }
    }

    /**
     * A query as read.
     *
     * @param parts that count
     * @param ignored number of further parts, which were ignored because the query is too long
     * @param everything true if nothing but asterisks was typed
     * @param remarks what was read otherwise than typed; at most {@value #MOST_REMARKS}
     */
    record Reading(List<Part> parts, int ignored, boolean everything, List<QueryRemark> remarks) {}

    private final String text;
    private final QueryVocabulary vocabulary;
    private final int mostTerms;
    private final List<Part> parts = new ArrayList<>();
    private final List<QueryRemark> remarks = new ArrayList<>();
    private final List<String> operators = new ArrayList<>();
    private int phrases;
    private int ignored;
    private boolean everything;
    /** Operator after which no part has followed. */
    private @Nullable String pending;
    private int at;
    private boolean alternative;
    private boolean excluded;

    private QueryReader(String text, QueryVocabulary vocabulary, int mostTerms) {
        this.text = text;
        this.vocabulary = vocabulary;
        this.mostTerms = mostTerms;
    }

    /** @param mostTerms parts after which the rest is ignored */
    static Reading read(String text, QueryVocabulary vocabulary, int mostTerms) {
        String start = SearchText.cut(text, LONGEST_TEXT);
        QueryReader reader = new QueryReader(SearchText.cut(SearchText.searched(start), LONGEST_TEXT), vocabulary, mostTerms);
        List<Part> parts = reader.parts();
        return new Reading(parts, reader.ignored + words(text.substring(start.length())), reader.everything && parts.isEmpty(),
                List.copyOf(reader.remarks));
    }

    private static int words(String rest) {
        return rest.isBlank() ? 0 : rest.strip().split("\\s+").length;
    }

    private List<Part> parts() {
        while (true) {
            while (at < text.length() && isBlank(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                break;
            }
            readPart();
        }
        if (parts.isEmpty() && !operators.isEmpty()) {
            // Somebody looks for the word itself, or has deleted the others.
            remark(QueryRemark.Kind.OPERATORS_ALONE, String.join(" ", operators));
            excluded = false;
            alternative = false;
            operators.forEach(operator -> add(null, operator, false, false, 0));
        } else if (pending != null) {
            remark(QueryRemark.Kind.IDLE_OPERATOR, pending);
        }
        return parts;
    }

    private void remark(QueryRemark.Kind kind, String about) {
        QueryRemark remark = new QueryRemark(kind, about);
        if (remarks.size() < MOST_REMARKS && !remarks.contains(remark)) {
            remarks.add(remark);
        }
    }

    private void readPart() {
        int begin = at;
        if (text.charAt(at) == '-') {
            excluded = true;
            at++;
        }
        String field = readField();
        int quote = at < text.length() ? OPENING.indexOf(text.charAt(at)) : -1;
        int end = quote < 0 ? -1 : endOfPhrase(quote);
        if (end >= 0) {
            String words = text.substring(at + 1, end);
            at = end + 1;
            add(field, words, false, true, readSlop());
            return;
        }
        int start = at;
        while (at < text.length() && !isBlank(text.charAt(at))) {
            at++;
        }
        String word = text.substring(start, at);
        if (field == null && !excluded && isOperator(word)) {
            return;
        }
        if (!hasWord(word)) {
            skip(field, word, text.substring(begin, at));
            return;
        }
        if (quote >= 0) {
            remark(QueryRemark.Kind.OPEN_QUOTE, word);
        } else if (field == null) {
            remarkOnField(word);
        }
        boolean prefix = word.endsWith("*");
        add(field, prefix ? word.substring(0, word.length() - 1) : word, prefix, false, 0);
    }

    /** Passes over a part that no document can have: it is told where it is not mere punctuation between words. */
    private void skip(@Nullable String field, String word, String typed) {
        if (ASTERISKS.matcher(word).matches() && !excluded) {
            everything = true;
            if (parts.isEmpty() && text.strip().equals(typed)) {
                remark(QueryRemark.Kind.EVERYTHING, typed);
            }
        } else if (field != null || parts.isEmpty() && text.substring(at).isBlank()) {
            remark(QueryRemark.Kind.NO_WORD, typed);
        }
        excluded = false;
        alternative = false;
    }

    private static boolean hasWord(String text) {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    /** Reports that a word before a colon is no field. Addresses and identifiers have colons, too, and more than that. */
    private void remarkOnField(String word) {
        int colon = word.indexOf(':');
        if (colon > 0 && colon + 1 < word.length() && word.substring(0, colon).codePoints().allMatch(Character::isLetter)
                && word.indexOf(':', colon + 1) < 0 && word.indexOf('/') < 0 && vocabulary.identifiers(word).isEmpty()) {
            remark(QueryRemark.Kind.NO_SUCH_FIELD, word.substring(0, colon));
        }
    }

    /** Reads the distance after a phrase; 0 when there is none. */
    private int readSlop() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        if (at >= text.length() || text.charAt(at) != '~' || end == at + 1 || end < text.length() && !isBlank(text.charAt(end))) {
            return 0;
        }
        String digits = text.substring(at + 1, end);
        at = end;
        return digits.length() > MOST_DIGITS ? LARGEST_SLOP : Math.min(LARGEST_SLOP, Integer.parseInt(digits));
    }

    private int endOfPhrase(int quote) {
        int end = text.indexOf(CLOSING.charAt(quote), at + 1);
        return end < 0 ? text.indexOf('"', at + 1) : end;
    }

    private @Nullable String readField() {
        int colon = at;
        while (colon < text.length() && Character.isLetter(text.charAt(colon))) {
            colon++;
        }
        if (colon + 1 >= text.length() || text.charAt(colon) != ':' || isBlank(text.charAt(colon + 1))) {
            return null;
        }
        String field = vocabulary.field(text.substring(at, colon).toLowerCase(Locale.ROOT));
        if (field != null) {
            at = colon + 1;
        }
        return field;
    }

    private boolean isOperator(String word) {
        switch (word) {
            case "AND" -> {
            }
            case "OR" -> alternative = !parts.isEmpty();
            case "NOT" -> excluded = true;
            default -> {
                return false;
            }
        }
        operators.add(word);
        pending = word;
        return true;
    }

    private void add(@Nullable String field, String words, boolean prefix, boolean quoted, int slop) {
        if (!words.isBlank()) {
            Part part = new Part(field, words, prefix, quoted, excluded, alternative && !excluded, slop);
            if (parts.size() < mostTerms && (part.isPlain() || phrases < MOST_PHRASES)) {
                parts.add(part);
                phrases += part.isPlain() ? 0 : 1;
            } else {
                ignored++;
            }
        }
        excluded = false;
        alternative = false;
        pending = null;
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }
}
