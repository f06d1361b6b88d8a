package dev.sheaf.search;

/**
 * Terms of one full text that is kept elsewhere, in any order, each once. The terms are what the index holds: they are not analysed again, so
 * whoever supplies them and {@link QueryVocabulary#fullTextWords} must analyse alike.
 *
 * <p>What is known of the terms decides what can be asked: with frequencies alone words are found and ranked, with positions phrases are
 * found too, and without frequencies words are found but not ranked.
 *
 * <p>Implementations are immutable or change no more once they are handed over. Several threads read them.
 */
public interface FullTextTerms {

    /**
     * Returns the name of the form in which the terms are, as {@link QueryVocabulary} knows it; empty for the usual form. Terms of another form
     * are apart in the index, with statistics of their own, and words of queries are brought to each form.
     */
    default String form() {
        return "";
    }

    /** Returns the number of terms. */
    int size();

    /**
     * Returns a term.
     *
     * @param index from 0 to {@link #size()} - 1
     */
    String term(int index);

    /** Returns how often a term occurs, at least 1; 1 where {@link #hasFrequencies} is false. */
    int frequency(int index);

    /** Returns the positions of a term, ascending, from 0; empty where {@link #hasPositions} is false. Callers do not change the array. */
    int[] positions(int index);

    /** Returns the number of tokens of the text before terms were left out; at least the sum of all frequencies where those are known. */
    long length();

    /** Returns whether the frequencies are those of the text. */
    boolean hasFrequencies();

    /** Returns whether the positions are known. */
    boolean hasPositions();
}
