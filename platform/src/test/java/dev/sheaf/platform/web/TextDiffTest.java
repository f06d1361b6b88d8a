package dev.sheaf.platform.web;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.platform.web.TextDiff.Kind;
import dev.sheaf.platform.web.TextDiff.Line;
import dev.sheaf.platform.web.TextDiff.Part;

import static org.assertj.core.api.Assertions.assertThat;

class TextDiffTest {

    private static String text(Line line) {
        return line.parts().stream().map(Part::text).collect(Collectors.joining());
    }

    private static List<String> side(List<Line> lines, Kind other) {
        return lines.stream().filter(line -> line.kind() != other).map(TextDiffTest::text).toList();
    }

    private static long changes(List<Line> lines) {
        return lines.stream().filter(line -> line.kind() != Kind.SAME).count();
    }

    @Test
    void changedLine_hasItsChangedWordsMarked() {
        List<Line> lines = TextDiff.of(List.of("<a>", "the old title", "</a>"), List.of("<a>", "the new title", "</a>"));
        assertThat(lines).extracting(Line::kind).containsExactly(Kind.SAME, Kind.REMOVED, Kind.ADDED, Kind.SAME);
        assertThat(lines.get(1).parts()).containsExactly(new Part("the ", false), new Part("old", true),
                new Part(" title", false));
        assertThat(lines.get(2).parts()).containsExactly(new Part("the ", false), new Part("new", true),
                new Part(" title", false));
    }

    @Test
    void equalTexts_haveNoDifference_andAnEmptyOneDiffersCompletely() {
        List<String> lines = List.of("a", "b");
        assertThat(changes(TextDiff.of(lines, lines))).isZero();
        assertThat(TextDiff.of(List.of(), lines)).extracting(Line::kind).containsExactly(Kind.ADDED, Kind.ADDED);
        assertThat(TextDiff.of(lines, List.of())).extracting(Line::kind).containsExactly(Kind.REMOVED, Kind.REMOVED);
        assertThat(TextDiff.of(List.of(), List.of())).isEmpty();
    }

    @Test
    void difference_containsBothTextsWithoutNeedlessChanges() {
        Random random = new Random(42);
        for (int round = 0; round < 500; round++) {
            List<String> before = words(random, random.nextInt(12));
            List<String> after = words(random, random.nextInt(12));
            List<Line> lines = TextDiff.of(before, after);
            assertThat(side(lines, Kind.ADDED)).isEqualTo(before);
            assertThat(side(lines, Kind.REMOVED)).isEqualTo(after);
            assertThat(changes(lines)).as(before + " " + after)
                    .isEqualTo(before.size() + after.size() - 2L * longestCommon(before, after));
        }
    }

    private static List<String> words(Random random, int count) {
        return IntStream.range(0, count).mapToObj(_ -> String.valueOf((char) ('a' + random.nextInt(4)))).toList();
    }

    private static int longestCommon(List<String> before, List<String> after) {
        int[][] length = new int[before.size() + 1][after.size() + 1];
        for (int i = 1; i <= before.size(); i++) {
            for (int j = 1; j <= after.size(); j++) {
                length[i][j] = before.get(i - 1).equals(after.get(j - 1))
                        ? length[i - 1][j - 1] + 1
                        : Math.max(length[i - 1][j], length[i][j - 1]);
            }
        }
        return length[before.size()][after.size()];
    }

    @Test
    void textsThatHaveNothingInCommonAreAllChangedInBoundedTime() {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            before.add("before " + i);
            after.add("after " + i);
        }
        List<Line> lines = TextDiff.of(before, after);
        assertThat(changes(lines)).isEqualTo(40_000);
        assertThat(side(lines, Kind.ADDED)).isEqualTo(before);
        assertThat(side(lines, Kind.REMOVED)).isEqualTo(after);
    }

    @Test
    void linesOfTooManyChangedWordsAndTooLongOnesAreChangedAsAWhole() {
        String before = "begin " + "a ".repeat(3_000) + "end";
        String after = "begin " + "b ".repeat(3_000) + "end";
        List<Line> lines = TextDiff.of(List.of(before), List.of(after));
        assertThat(lines).extracting(TextDiffTest::text).containsExactly(before, after);
        assertThat(lines.getFirst().parts()).containsExactly(new Part("begin ", false), new Part("a ".repeat(2_999) + "a", true),
                new Part(" end", false));

        String longer = before.repeat(4);
        assertThat(TextDiff.of(List.of(longer), List.of(after)).getFirst().parts()).containsExactly(new Part(longer, false));
    }

    @Test
    void textsWithManyChangesTakeLittleMemory() {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            before.addAll(List.of("same " + i, "before " + i));
            after.addAll(List.of("same " + i, "after " + i));
        }
        com.sun.management.ThreadMXBean thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = thread.getCurrentThreadAllocatedBytes();
        assertThat(changes(TextDiff.of(before, after))).isEqualTo(800);
        assertThat(thread.getCurrentThreadAllocatedBytes() - allocated).isLessThan(64 << 20);
    }
}
