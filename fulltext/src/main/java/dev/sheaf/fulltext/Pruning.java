package dev.sheaf.fulltext;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Terms that a data provider leaves out of an index, to make it smaller or to give less of the text away. The length of the text stays, so that
 * rankings of the remaining terms change as little as possible. Immutable and thread-safe.
 *
 * @param minFrequency terms with fewer tokens are left out; 1 keeps all
 * @param keepPercent share of the terms that stay, in percent: the heaviest ones; 100 keeps all
 * @param weightPercent share of the tokens that the heaviest terms carry, in percent: lighter ones are left out; 100 keeps all
 * @param dropShort whether terms of one letter or digit are left out; letters of scripts in which one is a word stay
 * @param dropNumbers whether terms of digits alone, with points and commas between them, are left out
 */
record Pruning(int minFrequency, int keepPercent, int weightPercent, boolean dropShort, boolean dropNumbers) {

    static final Pruning NONE = new Pruning(1, 100, 100, false, false);

    /**
     * The heaviest first: more tokens; of as many, the longer term, because longer words are rarer in a language; then code point order.
     */
    private static final Comparator<Weighted> HEAVIEST_FIRST = Comparator.comparingInt(Weighted::frequency).reversed()
            .thenComparing(Comparator.comparingInt((Weighted term) -> term.name.codePointCount(0, term.name.length())).reversed())
            .thenComparing(Weighted::name, CodePointOrder.INSTANCE);

    Pruning {
        if (minFrequency < 1) {
            throw new IllegalArgumentException("min-frequency is " + minFrequency + "; it must be at least 1");
        }
        checkPercent("keep", keepPercent);
        checkPercent("weight", weightPercent);
    }

    private record Weighted(int place, String name, int frequency) {}

    private static void checkPercent(String name, int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException(name + " is " + percent + "%; it must be between 1% and 100%");
        }
    }

    boolean keepsAll() {
        return equals(NONE);
    }

    /** Returns whether the other pruning, after this one, leaves what it leaves of the whole. */
    boolean isLaxerThan(Pruning other) {
        boolean shares = keepPercent < 100 || weightPercent < 100;
        return equals(other) || !shares && minFrequency <= other.minFrequency && (!dropShort || other.dropShort)
                && (!dropNumbers || other.dropNumbers);
    }

    /** Returns the vector without the terms that are left out. Frequencies count as 1 when they are unknown. */
    TermVector of(TermVector whole) {
        if (keepsAll()) {
            return whole;
        }
        List<Weighted> left = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            String term = whole.term(i);
            boolean stays = whole.frequency(i) >= minFrequency && !(dropShort && isShort(term))
                    && !(dropNumbers && isNumber(term));
            if (stays) {
                left.add(new Weighted(i, term, whole.frequency(i)));
            }
        }
        boolean[] stays = heaviest(left, whole.size());
        TermVector.Builder builder = whole.emptied();
        for (int i = 0; i < whole.size(); i++) {
            if (stays[i]) {
                copy(whole, i, whole.term(i), builder);
            }
        }
        return builder.build();
    }

    private boolean[] heaviest(List<Weighted> left, int size) {
        boolean[] stays = new boolean[size];
        long tokens = left.stream().mapToLong(Weighted::frequency).sum();
        long most = (left.size() * (long) keepPercent + 99) / 100;
        long enough = (tokens * weightPercent + 99) / 100;
        PriorityQueue<Weighted> heaviest = new PriorityQueue<>(HEAVIEST_FIRST);
        heaviest.addAll(left);
        long terms = 0;
        long carried = 0;
        for (Weighted next = heaviest.poll(); next != null && terms < most && carried < enough; next = heaviest.poll()) {
            stays[next.place] = true;
            terms++;
            carried += next.frequency;
        }
        return stays;
    }

    /** Adds a term of a vector to another one under a name. */
    static void copy(TermVector from, int i, String name, TermVector.Builder to) {
        if (from.hasPositions()) {
            to.add(name, from.positions(i));
        } else if (from.hasFrequencies()) {
            to.add(name, from.frequency(i));
        } else {
            to.add(name);
        }
    }

    private static boolean isShort(String term) {
        if (term.codePointCount(0, term.length()) != 1) {
            return false;
        }
        return !Character.isIdeographic(term.codePointAt(0));
    }

    private static boolean isNumber(String term) {
        boolean hasDigit = false;
        for (int i = 0; i < term.length(); i += Character.charCount(term.codePointAt(i))) {
            int c = term.codePointAt(i);
            boolean isDigit = Character.isDigit(c);
            hasDigit |= isDigit;
            if (!isDigit && ".,'-+/:%".indexOf(c) < 0) {
                return false;
            }
        }
        return hasDigit;
    }

    /** Appends what is not as usual to the text of a policy. */
    void describe(StringBuilder text) {
        if (minFrequency > 1) {
            text.append(" min-frequency=").append(minFrequency);
        }
        if (keepPercent < 100) {
            text.append(" keep=").append(keepPercent).append('%');
        }
        if (weightPercent < 100) {
            text.append(" weight=").append(weightPercent).append('%');
        }
        if (dropShort || dropNumbers) {
            text.append(" drop=").append(dropShort ? dropNumbers ? "short,numbers" : "short" : "numbers");
        }
    }
}
