package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MyersDiff;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;

import dev.sheaf.platform.server.load.WorkDeadline;

/**
 * Differences between two texts: whole lines, and the words of changed lines. Texts with more differences than a page can show count as
 * changed throughout, because the library's time and memory grow with the square of the number of differences.
 */
public final class TextDiff {

    /** Largest number of removed and added lines together; 1,000 take some tens of megabytes for a moment. */
    private static final int MOST_CHANGED_LINES = 1_000;
    /** Largest number of changed words of one pair of lines; there may be hundreds of pairs. */
    private static final int MOST_CHANGED_WORDS = 200;
    /** Largest length in characters; longer lines count as changed as a whole. */
    private static final int LONGEST_LINE = 20_000;

    private TextDiff() {}

    /** Presence of a line or word in the two texts. */
    public enum Kind {
        /** The line is in both texts. */
        SAME,
        /** The line is in the earlier text only. */
        REMOVED,
        /** The line is in the later text only. */
        ADDED
    }

    /**
     * A line of one or both texts.
     *
     * @param kind presence of the line in the two texts
     * @param parts its text in order; a changed line has its differences marked
     */
    public record Line(Kind kind, List<Part> parts) {}

    /**
     * A part of a line.
     *
     * @param text may be empty
     * @param marked true if it differs within a changed line
     */
    public record Part(String text, boolean marked) {}

    /** Neighbouring lines or words: equal in both texts, or those of one text that replace those of the other. */
    private record Piece(boolean same, List<String> before, List<String> after) {

        private static Piece of(AbstractDelta<String> delta) {
            return new Piece(delta.getType() == DeltaType.EQUAL, delta.getSource().getLines(), delta.getTarget().getLines());
        }
    }

    /** Returns the lines of both texts; removed lines precede the lines that replace them. */
    public static List<Line> of(List<String> before, List<String> after) {
        List<Line> lines = new ArrayList<>();
        for (Piece piece : pieces(before, after, MOST_CHANGED_LINES)) {
            if (piece.same) {
                piece.before.forEach(line -> lines.add(new Line(Kind.SAME, List.of(new Part(line, false)))));
            } else {
                changed(lines, piece);
            }
        }
        return lines;
    }

    /** Compares the words of lines that are replaced by the same number of lines, which count as changed lines. */
    private static void changed(List<Line> lines, Piece piece) {
        List<Line> added = new ArrayList<>(piece.after.size());
        boolean paired = piece.before.size() == piece.after.size();
        for (int i = 0; paired && i < piece.before.size(); i++) {
            List<Piece> words = words(piece.before.get(i), piece.after.get(i));
            lines.add(new Line(Kind.REMOVED, parts(words, Kind.REMOVED)));
            added.add(new Line(Kind.ADDED, parts(words, Kind.ADDED)));
        }
        if (!paired) {
            piece.before.forEach(line -> lines.add(new Line(Kind.REMOVED, List.of(new Part(line, false)))));
            piece.after.forEach(line -> added.add(new Line(Kind.ADDED, List.of(new Part(line, false)))));
        }
        lines.addAll(added);
    }

    private static List<Piece> words(String before, String after) {
        return Math.max(before.length(), after.length()) <= LONGEST_LINE
                ? pieces(words(before), words(after), MOST_CHANGED_WORDS)
                : List.of(new Piece(true, List.of(before), List.of(after)));
    }

    /** Splits a line into sequences of letters and digits, and single other characters. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= line.length(); i++) {
            if (i == line.length() || !inWord(line.charAt(i)) || !inWord(line.charAt(i - 1))) {
                words.add(line.substring(start, i));
                start = i;
            }
        }
        return words;
    }

    private static boolean inWord(char c) {
        // The halves of a surrogate pair stay together.
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }

    private static List<Part> parts(List<Piece> pieces, Kind kind) {
        List<Part> parts = pieces.stream()
                .map(piece -> new Part(String.join("", kind == Kind.REMOVED ? piece.before : piece.after), !piece.same))
                .filter(part -> !part.text.isEmpty()).toList();
        return parts.isEmpty() ? List.of(new Part("", false)) : parts;
    }

    private static List<Piece> pieces(List<String> before, List<String> after, int mostChanges) {
        try {
            return DiffUtils.diff(before, after, new MyersDiff<>(), new Bound(mostChanges), true).getDeltas().stream()
                    .map(Piece::of).toList();
        } catch (TooManyChangesException _) {
            int same = 0;
            int shorter = Math.min(before.size(), after.size());
            while (same < shorter && before.get(same).equals(after.get(same))) {
                same++;
            }
            int end = 0;
            while (end < shorter - same && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
                end++;
            }
            List<String> last = before.subList(before.size() - end, before.size());
            return List.of(new Piece(true, before.subList(0, same), after.subList(0, same)),
                    new Piece(false, before.subList(same, before.size() - end), after.subList(same, after.size() - end)),
                    new Piece(true, last, last));
        }
    }

    /** Ends a comparison with too many changes, or one that takes too long. The library calls it once for each further change. */
    private static final class Bound implements DiffAlgorithmListener {

        private int left;

        Bound(int mostChanges) {
            left = mostChanges;
        }

        @Override
        public void diffStart() {
            // No time has been spent yet.
        }

        @Override
        public void diffStep(int value, int max) {
            WorkDeadline.check();
            // The first step looks for texts without a change.
            if (left-- < 0) {
                throw new TooManyChangesException();
            }
        }

        @Override
        public void diffEnd() {
            // No state to clear.
        }
    }

    private static final class TooManyChangesException extends RuntimeException {

        private static final long serialVersionUID = 1;

        TooManyChangesException() {
            super("more changes than are compared", null, false, false);
        }
    }
}
