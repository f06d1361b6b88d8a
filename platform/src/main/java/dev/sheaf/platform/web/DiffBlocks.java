package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.platform.web.ComparisonPage.Block;
import dev.sheaf.platform.web.TextDiff.Kind;
import dev.sheaf.platform.web.TextDiff.Line;

/** Groups the lines of a comparison, and folds those far from any change. */
final class DiffBlocks {

    /** Number of unchanged lines that are shown next to a change. */
    private static final int CONTEXT = 3;
    /** Smallest number of lines that are folded. */
    private static final int FEWEST_FOLDED = 4;

    private DiffBlocks() {}

    static List<Block> of(List<Line> lines) {
        List<Block> blocks = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= lines.size(); i++) {
            if (i == lines.size() || lines.get(i).kind() != lines.get(start).kind()) {
                List<Line> run = List.copyOf(lines.subList(start, i));
                if (run.getFirst().kind() == Kind.SAME) {
                    fold(blocks, run, start == 0, i == lines.size());
                } else {
                    blocks.add(new Block(run.getFirst().kind(), false, run));
                }
                start = i;
            }
        }
        return blocks;
    }

    private static void fold(List<Block> blocks, List<Line> run, boolean first, boolean last) {
        int from = first ? 0 : Math.min(CONTEXT, run.size());
        int to = last ? run.size() : Math.max(from, run.size() - CONTEXT);
        if (to - from < FEWEST_FOLDED) {
            blocks.add(new Block(Kind.SAME, false, run));
            return;
        }
        add(blocks, false, run.subList(0, from));
        add(blocks, true, run.subList(from, to));
        add(blocks, false, run.subList(to, run.size()));
    }

    private static void add(List<Block> blocks, boolean hidden, List<Line> lines) {
        if (!lines.isEmpty()) {
            blocks.add(new Block(Kind.SAME, hidden, List.copyOf(lines)));
        }
    }
}
