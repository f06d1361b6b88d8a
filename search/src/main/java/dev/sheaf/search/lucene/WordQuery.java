package dev.sheaf.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.IndexFields;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * The query of one part of a text in one field: a word and, below it, the words of its stem; words that stand together; or words that begin
 * so.
 */
final class WordQuery {

    /** Weight of a word of the same stem; the word itself has 1. */
    private static final float WEIGHT_OF_STEM = 0.4f;
    /** One letter and an asterisk would visit a good part of all words. */
    private static final int SHORTEST_PREFIX = 2;
    /** Words of a phrase; further ones are ignored. Lucene refuses queries of more than a thousand terms. */
    private static final int LONGEST_PHRASE = 24;

    private static final SheafAnalyzer ANALYZER = SheafAnalyzer.forQuery();
    private static final ThreadLocal<Stems> STEMS = ThreadLocal.withInitial(Stems::new);

    private WordQuery() {}

    /** Returns the query of a part; null when there is no word in it. */
    static @Nullable Query of(String field, Part part) {
        List<BytesRef> words = words(field, part.text());
        if (words.isEmpty()) {
            return null;
        }
        if (part.prefix() && Character.isLetterOrDigit(part.text().codePointBefore(part.text().length()))
                && words.getLast().utf8ToString().length() >= SHORTEST_PREFIX) {
            return prefix(field, words);
        }
        if (words.size() > 1) {
            return phrase(field, words, part.slop());
        }
        return part.quoted() || part.excluded() || part.prefix()
                ? exact(field, words.getFirst())
                : withDigraphs(field, part.text(), inflected(field, words.getFirst()));
    }

    /** Finds a word with umlauts in texts that write them as two letters, too. */
    private static Query withDigraphs(String field, String text, Query word) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
        String other = composed.replace("\u00e4", "ae").replace("\u00f6", "oe").replace("\u00fc", "ue");
        List<BytesRef> words = other.equals(composed) ? List.of() : words(field, other);
        return words.size() != 1
                ? word
                : new DisjunctionMaxQuery(List.of(word, new BoostQuery(exact(field, words.getFirst()), WEIGHT_OF_STEM)), 0);
    }

    /** Returns a text's words as they are in the index. */
    static List<BytesRef> words(String field, String text) {
        List<BytesRef> words = new ArrayList<>();
        try (TokenStream stream = ANALYZER.tokenStream(field, text)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            stream.reset();
            while (words.size() < LONGEST_PHRASE && stream.incrementToken()) {
                words.add(BytesRef.deepCopyOf(term.getBytesRef()));
            }
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    private static Query exact(String field, BytesRef word) {
        return new TermQuery(new Term(field, word));
    }

    private static Query phrase(String field, List<BytesRef> words, int slop) {
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(slop);
        words.forEach(word -> phrase.add(new Term(field, word)));
        return phrase.build();
    }

    private static Query prefix(String field, List<BytesRef> words) {
        Query beginning = new PrefixQuery(new Term(field, words.getLast()));
        if (words.size() == 1) {
            return beginning;
        }
        List<BytesRef> before = words.subList(0, words.size() - 1);
        return new BooleanQuery.Builder().add(beginning, Occur.MUST)
                .add(before.size() == 1 ? exact(field, before.getFirst()) : phrase(field, before, 0), Occur.MUST).build();
    }

    /** The word itself, and with less weight all words that have a stem in common with it in some language. */
    private static Query inflected(String field, BytesRef word) {
        String text = word.utf8ToString();
        if (!IndexFields.STEMMED.contains(field) || !Stems.isInflectable(text)) {
            return exact(field, word);
        }
        SynonymQuery.Builder related = new SynonymQuery.Builder(field);
        STEMS.get().related(text).forEach(term -> related.addTerm(new Term(field, term)));
        return new BooleanQuery.Builder().add(exact(field, word), Occur.SHOULD)
                .add(new BoostQuery(related.build(), WEIGHT_OF_STEM), Occur.SHOULD).build();
    }
}
