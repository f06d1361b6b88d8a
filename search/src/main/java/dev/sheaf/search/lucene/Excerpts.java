package dev.sheaf.search.lucene;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.apache.lucene.search.Query;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.PassageFormatter;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;

import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchText;

/**
 * Cuts the place out of a longer text that answers a query best, and marks the words that were found.
 *
 * <p>The text comes from the store, not from the index: so the index need not hold it a second time. Belongs to one thread.
 */
public final class Excerpts {

    private static final int GOAL = 220;
    private static final int LONGEST = 320;
    private static final int LONGEST_TEXT_LOOKED_AT = 20_000;

    /**
     * A part of an excerpt.
     *
     * @param text as in the record
     * @param found true when the query's words matched here
     */
    public record Piece(String text, boolean found) {}

    private final Query query;
    private final boolean marking;
    private final Map<StemLanguage, UnifiedHighlighter> highlighters = new EnumMap<>(StemLanguage.class);

    private Excerpts(Query query, boolean marking) {
        this.query = query;
        this.marking = marking;
    }

    /** Excerpts for a query as a person typed it. */
    public static Excerpts of(String queryText, QueryVocabulary vocabulary) {
        return new Excerpts(new LuceneQuery(vocabulary).text(queryText), !queryText.isBlank());
    }

    private static UnifiedHighlighter highlighter(StemLanguage language) {
        return UnifiedHighlighter.builderWithoutSearcher(SheafAnalyzer.forTexts(language))
                .withFieldMatcher(_ -> true).withMaxLength(LONGEST_TEXT_LOOKED_AT).withMaxNoHighlightPassages(1)
                .withBreakIterator(() -> LengthGoalBreakIterator
                        .createClosestToLength(BreakIterator.getSentenceInstance(Locale.ROOT), GOAL, 0.3f))
                .withFormatter(new Pieces()).build();
    }

    /** The best place of a text; its beginning when nothing in it was asked for. An ellipsis stands where something was left out. */
    public List<Piece> from(String text) {
        String composed = SearchText.composed(text);
        if (marking) {
            try {
                StemLanguage language = StemLanguage.detect(composed.toLowerCase(Locale.ROOT));
                Object found = highlighters.computeIfAbsent(language, Excerpts::highlighter)
                        .highlightWithoutSearcher(IndexFields.ALL_TEXT, query, composed, 1);
                if (found instanceof Found pieces) {
                    return pieces.list;
                }
            } catch (IOException e) {
                throw new IllegalStateException("reading from memory failed", e);
            }
        }
        String beginning = SearchText.cut(composed, GOAL);
        return List.of(new Piece(beginning.length() < composed.length() ? beginning + "\u2026" : beginning, false));
    }

    /** Result of the formatter; the highlighter hands it through as an Object. */
    private record Found(List<Piece> list) {}

    private static final class Pieces extends PassageFormatter {

        @Override
        public Object format(Passage[] passages, String content) {
            Passage passage = passages[0];
            List<Piece> pieces = new ArrayList<>();
            int start = passage.getStartOffset();
            int firstMatch = passage.getNumMatches() == 0 ? start : passage.getMatchStarts()[0];
            if (firstMatch - start > LONGEST / 2) {
                start = wordStart(content, firstMatch - LONGEST / 4);
            }
            int end = Math.min(passage.getEndOffset(), start + LONGEST);
            if (start > 0) {
                pieces.add(new Piece("\u2026", false));
            }
            int at = start;
            for (int i = 0; i < passage.getNumMatches(); i++) {
                int from = Math.max(at, passage.getMatchStarts()[i]);
                int until = Math.min(end, passage.getMatchEnds()[i]);
                if (from < until) {
                    add(pieces, content.substring(at, from), false);
                    add(pieces, content.substring(from, until), true);
                    at = until;
                }
            }
            add(pieces, whole(content, at, end), false);
            if (end < content.strip().length()) {
                pieces.add(new Piece("\u2026", false));
            }
            return new Found(pieces);
        }

        private static void add(List<Piece> pieces, String text, boolean found) {
            if (!text.isEmpty()) {
                pieces.add(new Piece(text, found));
            }
        }

        private static int wordStart(String content, int at) {
            int blank = content.indexOf(' ', at);
            return blank < 0 || blank > at + LONGEST / 4 ? at : blank + 1;
        }

        private static String whole(String content, int at, int end) {
            return content.substring(at,
                    end > at && end < content.length() && Character.isHighSurrogate(content.charAt(end - 1)) ? end - 1 : end)
                    .stripTrailing();
        }
    }
}
