package dev.sheaf.search.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.sheaf.search.FullTextTerms;

/** Terms of a short text, split at blanks. */
public final class SampleTerms implements FullTextTerms {

    /** Knowledge of the terms that a source shares. */
    public enum Known {
        TERMS,
        FREQUENCIES,
        POSITIONS
    }

    private final List<String> terms = new ArrayList<>();
    private final List<int[]> positions = new ArrayList<>();
    private final long length;
    private final int times;
    private final Known known;

    private SampleTerms(Map<String, List<Integer>> places, long length, int times, Known known) {
        places.forEach((term, list) -> {
            terms.add(term);
            positions.add(list.stream().mapToInt(Integer::intValue).toArray());
        });
        this.length = length;
        this.times = times;
        this.known = known;
    }

    /** Returns the terms of a text in lower case. */
    public static SampleTerms of(String text, Known known) {
        Map<String, List<Integer>> places = new TreeMap<>();
        String[] words = text.isBlank() ? new String[0] : text.toLowerCase(Locale.ROOT).split(" ");
        for (int i = 0; i < words.length; i++) {
            places.computeIfAbsent(words[i], _ -> new ArrayList<>()).add(i);
        }
        return new SampleTerms(places, words.length, 1, known);
    }

    /** Returns the same text with some terms left out. */
    public SampleTerms without(String... left) {
        Map<String, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < terms.size(); i++) {
            if (!Set.of(left).contains(terms.get(i))) {
                places.put(terms.get(i), Arrays.stream(positions.get(i)).boxed().toList());
            }
        }
        return new SampleTerms(places, length, times, known);
    }

    /** Returns the same terms with other frequencies. */
    public SampleTerms times(int factor) {
        Map<String, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < terms.size(); i++) {
            places.put(terms.get(i), Arrays.stream(positions.get(i)).boxed().toList());
        }
        return new SampleTerms(places, length, factor, known);
    }

    @Override
    public int size() {
        return terms.size();
    }

    @Override
    public String term(int index) {
        return terms.get(index);
    }

    @Override
    public int frequency(int index) {
        return hasFrequencies() ? positions.get(index).length * times : 1;
    }

    @Override
    public int[] positions(int index) {
        return hasPositions() ? positions.get(index) : new int[0];
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean hasFrequencies() {
        return known != Known.TERMS;
    }

    @Override
    public boolean hasPositions() {
        return known == Known.POSITIONS;
    }

    @Override
    public String toString() {
        return known + " " + terms;
    }
}
