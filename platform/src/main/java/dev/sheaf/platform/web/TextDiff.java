package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import dev.sheaf.platform.server.load.WorkDeadline;

/**
 * Differences between two texts: whole lines, and in lines that were changed the words. Found by the greedy algorithm of Myers (1986), which
 * finds the fewest changes. Texts with more differences than a page can show count as changed throughout. Time and memory are bounded.
 */
public final class TextDiff {

    /** So many lines may have changed, removed and added together; memory grows with the square (1,000: some megabytes). */
    private static final int MOST_CHANGED_LINES = 1_000;
    /** The same within one pair of lines, of which there may be hundreds. */
    private static final int MOST_CHANGED_WORDS = 200;
    /** Longer lines are changed as a whole. */
    private static final int LONGEST_LINE = 20_000;

    private TextDiff() {}

    /** Presence of a line or word in the two texts. */
    public enum Kind {
        /** It stands in both texts. */
        SAME,
        /** It stands in the earlier text only. */
        REMOVED,
        /** It stands in the later text only. */
        ADDED
    }

    /**
     * A line of one or both texts.
     *
     * @param kind what became of it
     * @param parts its text in order; in a changed line those are marked that make the difference
     */
    public record Line(Kind kind, List<Part> parts) {}

    /**
     * A part of a line.
     *
     * @param text may be empty
     * @param marked true when it differs within a changed line
     */
    public record Part(String text, boolean marked) {}

    /** One step of the way from one list to the other. */
    private record Step(Kind kind, String text) {}

    /** The lines of both texts: what was removed in front of what was added in its place. */
    public static List<Line> of(List<String> before, List<String> after) {
        List<Line> lines = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        List<String> added = new ArrayList<>();
        for (Step step : steps(before, after, MOST_CHANGED_LINES)) {
            switch (step.kind) {
                case REMOVED -> removed.add(step.text);
                case ADDED -> added.add(step.text);
                case SAME -> {
                    flush(lines, removed, added);
                    lines.add(new Line(Kind.SAME, List.of(new Part(step.text, false))));
                }
            }
        }
        flush(lines, removed, added);
        return lines;
    }

    /** As many lines for as many are taken for the same ones, changed. */
    private static void flush(List<Line> lines, List<String> removed, List<String> added) {
        boolean paired = removed.size() == added.size();
        List<Line> later = new ArrayList<>(added.size());
        for (int i = 0; i < removed.size(); i++) {
            if (paired && Math.max(removed.get(i).length(), added.get(i).length()) <= LONGEST_LINE) {
                List<Step> words = steps(words(removed.get(i)), words(added.get(i)), MOST_CHANGED_WORDS);
                lines.add(new Line(Kind.REMOVED, parts(words, Kind.REMOVED)));
                later.add(new Line(Kind.ADDED, parts(words, Kind.ADDED)));
            } else {
                lines.add(new Line(Kind.REMOVED, List.of(new Part(removed.get(i), false))));
            }
        }
        lines.addAll(later);
        if (later.isEmpty()) {
            added.forEach(line -> lines.add(new Line(Kind.ADDED, List.of(new Part(line, false)))));
        }
        removed.clear();
        added.clear();
    }

    /** Runs of letters and digits, and everything else one by one. */
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
        // The halves of a pair stay together.
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }

    private static List<Part> parts(List<Step> steps, Kind kind) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        boolean marked = false;
        for (Step step : steps) {
            if (step.kind != Kind.SAME && step.kind != kind) {
                continue;
            }
            if (marked != (step.kind == kind) && !text.isEmpty()) {
                parts.add(new Part(text.toString(), marked));
                text.setLength(0);
            }
            marked = step.kind == kind;
            text.append(step.text);
        }
        parts.add(new Part(text.toString(), marked));
        return parts;
    }

    private static List<Step> steps(List<String> before, List<String> after, int mostChanges) {
        int same = 0;
        int shorter = Math.min(before.size(), after.size());
        while (same < shorter && before.get(same).equals(after.get(same))) {
            same++;
        }
        int end = 0;
        while (end < shorter - same && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
            end++;
        }
        List<Step> steps = new ArrayList<>(before.size() + after.size());
        before.subList(0, same).forEach(text -> steps.add(new Step(Kind.SAME, text)));
        steps.addAll(middle(before.subList(same, before.size() - end), after.subList(same, after.size() - end), mostChanges));
        before.subList(before.size() - end, before.size()).forEach(text -> steps.add(new Step(Kind.SAME, text)));
        return steps;
    }

    private static List<Step> middle(List<String> before, List<String> after, int mostChanges) {
        int most = Math.min(mostChanges, before.size() + after.size());
        int[] furthest = new int[2 * most + 3];
        List<int[]> trace = new ArrayList<>();
        for (int changes = 0; changes <= most; changes++) {
            WorkDeadline.check();
            trace.add(Arrays.copyOfRange(furthest, most - changes, most + changes + 3));
            for (int diagonal = -changes; diagonal <= changes; diagonal += 2) {
                int at = most + 1 + diagonal;
                boolean down = diagonal == -changes || diagonal != changes && furthest[at - 1] < furthest[at + 1];
                int x = down ? furthest[at + 1] : furthest[at - 1] + 1;
                while (x < before.size() && x - diagonal < after.size() && before.get(x).equals(after.get(x - diagonal))) {
                    x++;
                }
                furthest[at] = x;
                if (x >= before.size() && x - diagonal >= after.size()) {
                    return way(before, after, trace, changes);
                }
            }
        }
        List<Step> all = new ArrayList<>();
        before.forEach(text -> all.add(new Step(Kind.REMOVED, text)));
        after.forEach(text -> all.add(new Step(Kind.ADDED, text)));
        return all;
    }

    /** From the end back to the beginning. */
    private static List<Step> way(List<String> before, List<String> after, List<int[]> trace, int changes) {
        List<Step> steps = new ArrayList<>();
        int x = before.size();
        int y = after.size();
        for (int left = changes; left > 0; left--) {
            int[] furthest = trace.get(left);
            int diagonal = x - y;
            int at = left + 1 + diagonal;
            boolean down = diagonal == -left || diagonal != left && furthest[at - 1] < furthest[at + 1];
            int fromX = down ? furthest[at + 1] : furthest[at - 1];
            int fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
            while (x > fromX && y > fromY) {
                steps.add(new Step(Kind.SAME, before.get(--x)));
                y--;
            }
            steps.add(down ? new Step(Kind.ADDED, after.get(--y)) : new Step(Kind.REMOVED, before.get(--x)));
        }
        while (x > 0) {
            steps.add(new Step(Kind.SAME, before.get(--x)));
        }
        Collections.reverse(steps);
        return steps;
    }
}
