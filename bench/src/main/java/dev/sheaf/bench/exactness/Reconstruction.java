package dev.sheaf.bench.exactness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.IndexPolicy.Token;
import dev.sheaf.fulltext.TermVector;

/**
 * Attempt to put texts together again from their indices. Terms without positions are joined greedily by how often other texts of the same
 * field have them side by side; a better model of the language, or a search through more orders, would restore more. Belongs to one thread.
 */
final class Reconstruction {

    private final IndexPolicy policy;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, Integer> occurrences = new HashMap<>();
    /** Number of the first term in the upper half, of the second in the lower. */
    private final Map<Long, Integer> neighbours = new HashMap<>();

    /**
     * Sums over the texts that were attempted.
     *
     * @param words of the texts
     * @param known words whose terms the indices have
     * @param pairs of neighbouring words in the texts
     * @param joined pairs of them that the frequencies alone restore
     * @param placed pairs of them that positions restore
     * @param longest words of the longest restored passage of each text, summed
     * @param texts their number
     */
    record Result(long words, long known, long pairs, long joined, long placed, long longest, int texts) {

        static final Result NONE = new Result(0, 0, 0, 0, 0, 0, 0);

        Result plus(Result other) {
            return new Result(words + other.words, known + other.known, pairs + other.pairs, joined + other.joined,
                    placed + other.placed, longest + other.longest, texts + other.texts);
        }
    }

    /**
     * Learns from texts which terms stand side by side.
     *
     * @param policy of the indices
     */
    Reconstruction(IndexPolicy policy, Iterable<String> texts) {
        this.policy = policy;
        texts.forEach(text -> learn(policy.terms(text), 1));
    }

    private int number(String term) {
        return numbers.computeIfAbsent(term, _ -> numbers.size());
    }

    private void learn(List<Token> tokens, int times) {
        for (int i = 0; i < tokens.size(); i++) {
            occurrences.merge(number(tokens.get(i).term()), times, Integer::sum);
            if (i > 0 && tokens.get(i).position() == tokens.get(i - 1).position() + 1) {
                neighbours.merge(pair(tokens, i), times, Integer::sum);
            }
        }
    }

    private long pair(List<Token> tokens, int second) {
        return pair(number(tokens.get(second - 1).term()), number(tokens.get(second).term()));
    }

    private static long pair(int first, int second) {
        return (long) first << 32 | second;
    }

    /**
     * Attempts a text, without what was learnt from it.
     *
     * @param text one of those that were learnt
     * @param words of the text, terms left out by the policy included
     */
    Result attempt(String text, int words) {
        List<Token> truth = policy.terms(text);
        learn(truth, -1);
        TermVector index = policy.index(text, "en", "", true);
        List<List<Integer>> passages = passages(index);
        learn(truth, 1);
        Map<Long, Integer> right = new HashMap<>();
        long placed = 0;
        for (int i = 1; i < truth.size(); i++) {
            if (truth.get(i).position() == truth.get(i - 1).position() + 1) {
                right.merge(pair(truth, i), 1, Integer::sum);
                placed += index.indexOf(truth.get(i).term()) >= 0 && index.indexOf(truth.get(i - 1).term()) >= 0 ? 1 : 0;
            }
        }
        long joined = 0;
        int longest = 0;
        for (List<Integer> passage : passages) {
            for (int i = 1; i < passage.size(); i++) {
                Integer left = right.get(pair(passage.get(i - 1), passage.get(i)));
                if (left != null && left > 0) {
                    right.put(pair(passage.get(i - 1), passage.get(i)), left - 1);
                    joined++;
                }
            }
            longest = Math.max(longest, longest(passage, truth));
        }
        return new Result(words, index.tokens(), Math.max(0, words - 1), joined, placed, longest, 1);
    }

    /** A pair of terms that may have stood side by side. */
    private record Candidate(int first, int second, double weight) {}

    /** Returns the terms of an index, each as often as it occurs, joined where other texts join them. */
    private List<List<Integer>> passages(TermVector index) {
        List<Candidate> candidates = new ArrayList<>();
        Map<Integer, List<Integer>> tokens = new HashMap<>();
        int count = 0;
        for (int i = 0; i < index.size(); i++) {
            int first = number(index.term(i));
            for (int n = 0; n < index.frequency(i); n++) {
                tokens.computeIfAbsent(first, _ -> new ArrayList<>()).add(count++);
            }
            for (int j = 0; j < index.size(); j++) {
                int second = number(index.term(j));
                double together = neighbours.getOrDefault(pair(first, second), 0);
                if (together > 0) {
                    candidates.add(new Candidate(first, second, together * together
                            / (occurrences.getOrDefault(first, 1) * (double) occurrences.getOrDefault(second, 1))));
                }
            }
        }
        candidates.sort((a, b) -> Double.compare(b.weight, a.weight));
        return new Chains(tokens, count).join(candidates);
    }

    /** Tokens, of which each has one successor and one predecessor at most. */
    private static final class Chains {

        private final Map<Integer, List<Integer>> tokens;
        private final int[] terms;
        private final int[] next;
        private final boolean[] follows;
        private final int[] ends;

        Chains(Map<Integer, List<Integer>> tokens, int count) {
            this.tokens = tokens;
            terms = new int[count];
            next = new int[count];
            follows = new boolean[count];
            ends = new int[count];
            tokens.forEach((term, places) -> places.forEach(place -> {
                terms[place] = term;
                next[place] = -1;
                ends[place] = place;
            }));
        }

        List<List<Integer>> join(List<Candidate> candidates) {
            for (Candidate candidate : candidates) {
                for (int first : tokens.getOrDefault(candidate.first, List.of())) {
                    if (next[first] < 0) {
                        join(first, tokens.getOrDefault(candidate.second, List.of()));
                    }
                }
            }
            List<List<Integer>> passages = new ArrayList<>();
            for (int token = 0; token < terms.length; token++) {
                if (!follows[token]) {
                    List<Integer> passage = new ArrayList<>();
                    for (int at = token; at >= 0; at = next[at]) {
                        passage.add(terms[at]);
                    }
                    passages.add(passage);
                }
            }
            return passages;
        }

        private void join(int first, List<Integer> seconds) {
            for (int second : seconds) {
                // A chain must not bite its tail.
                if (!follows[second] && end(second) != first) {
                    next[first] = second;
                    follows[second] = true;
                    return;
                }
            }
        }

        private int end(int token) {
            int at = ends[token];
            while (next[at] >= 0) {
                at = next[at];
            }
            ends[token] = at;
            return at;
        }
    }

    /** Returns the length of the longest passage of the text that a restored passage contains. */
    private int longest(List<Integer> passage, List<Token> truth) {
        int longest = 0;
        int[] before = new int[passage.size() + 1];
        for (int i = 0; i < truth.size(); i++) {
            boolean beside = i > 0 && truth.get(i).position() == truth.get(i - 1).position() + 1;
            int[] now = new int[passage.size() + 1];
            int term = number(truth.get(i).term());
            for (int j = 0; j < passage.size(); j++) {
                if (passage.get(j) == term) {
                    now[j + 1] = (beside ? before[j] : 0) + 1;
                    longest = Math.max(longest, now[j + 1]);
                }
            }
            before = now;
        }
        return longest;
    }
}
