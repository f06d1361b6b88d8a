package dev.sheaf.platform.explorer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.platform.web.TextDiff;

/**
 * The repairs that a harvest makes to read a response, as a comparison of the bytes received with those that are read.
 *
 * @param notes repairs and unreadable records, for people
 * @param isCut true if the response ends before its end
 * @param blocks the comparison in order
 * @param removed number of lines received that are not read as they came
 * @param added number of lines in their place
 * @param isPartial true if only the beginning is compared
 */
public record RepairsView(List<Note> notes, boolean isCut, List<Block> blocks, long removed, long added, boolean isPartial) {

    private static final int MOST_NOTES = 50;
    /** Bytes of each side that are compared. */
    private static final int COMPARED = 2 << 20;
    private static final int MOST_LINES = 40_000;
    private static final int MOST_SHOWN = 400;
    private static final int LONGEST_LINE = 300;
    private static final int LONGEST_SHOWN = 1_000;
    private static final int CONTEXT = 2;

    /**
     * A repair, or a record that cannot be read.
     *
     * @param identifier of the record; empty for the parts around the records
     * @param text what was repaired, or why the record cannot be read; in English
     * @param isLost true if the record cannot be read
     */
    public record Note(String identifier, String text, boolean isLost) {}

    /**
     * Neighbouring lines of the same kind.
     *
     * @param kind presence of the lines
     * @param lines in order; empty if they are left out because nothing changes near them
     * @param count number of lines
     */
    public record Block(TextDiff.Kind kind, List<TextDiff.Line> lines, int count) {}

    /** Copies the lists. */
    public RepairsView {
        notes = List.copyOf(notes);
        blocks = List.copyOf(blocks);
    }

    /** Returns the repairs of a response; empty if none was needed. */
    static Optional<RepairsView> of(byte[] received, Reading reading) {
        if (reading.isFaultless()) {
            return Optional.empty();
        }
        List<Note> notes = new ArrayList<>();
        reading.damaged().stream().limit(MOST_NOTES).forEach(damaged -> notes.add(
                new Note(damaged.identifier() == null ? "" : damaged.identifier(), damaged.reason(), true)));
        reading.repairs().stream().limit(MOST_NOTES).forEach(repair -> notes.add(
                new Note(repair.identifier() == null ? "" : repair.identifier(), repair.toString(), false)));
        boolean isPartial = received.length > COMPARED || reading.utf8().length > COMPARED;
        List<TextDiff.Line> lines = TextDiff.of(lines(received), lines(reading.utf8()));
        long removed = lines.stream().filter(line -> line.kind() == TextDiff.Kind.REMOVED).count();
        long added = lines.stream().filter(line -> line.kind() == TextDiff.Kind.ADDED).count();
        return Optional.of(new RepairsView(notes, reading.isCut(), blocks(lines), removed, added, isPartial));
    }

    /** Returns the lines of a document. Long lines are split between elements, because some documents have a single line. */
    static List<String> lines(byte[] document) {
        String text = RawView.visible(new String(document, 0, Math.min(document.length, COMPARED), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length() && lines.size() < MOST_LINES) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end - start <= LONGEST_LINE) {
                lines.add(text.substring(start, end));
            } else {
                split(text, start, end, lines);
            }
            start = end + 1;
        }
        return lines;
    }

    private static void split(String text, int from, int to, List<String> lines) {
        int start = from;
        for (int i = from + 1; i < to && lines.size() < MOST_LINES; i++) {
            boolean isBetween = text.charAt(i) == '<' && text.charAt(i - 1) == '>';
            if (isBetween || i - start >= LONGEST_SHOWN && !Character.isLowSurrogate(text.charAt(i))) {
                lines.add(text.substring(start, i));
                start = i;
            }
        }
        lines.add(text.substring(start, to));
    }

    private static List<Block> blocks(List<TextDiff.Line> lines) {
        List<Block> blocks = new ArrayList<>();
        int shown = 0;
        int start = 0;
        for (int i = 1; i <= lines.size(); i++) {
            if (i < lines.size() && lines.get(i).kind() == lines.get(start).kind()) {
                continue;
            }
            List<TextDiff.Line> same = lines.subList(start, i);
            TextDiff.Kind kind = same.getFirst().kind();
            if (shown >= MOST_SHOWN) {
                blocks.add(new Block(kind, List.of(), same.size()));
            } else if (kind == TextDiff.Kind.SAME) {
                int before = start == 0 ? 0 : Math.min(CONTEXT, same.size());
                int after = i == lines.size() ? same.size() : Math.max(before, same.size() - CONTEXT);
                add(blocks, kind, same.subList(0, before), before);
                add(blocks, kind, List.of(), after - before);
                add(blocks, kind, same.subList(after, same.size()), same.size() - after);
            } else {
                int most = Math.min(same.size(), MOST_SHOWN - shown);
                add(blocks, kind, same.subList(0, most), most);
                add(blocks, kind, List.of(), same.size() - most);
                shown += most;
            }
            start = i;
        }
        return blocks;
    }

    private static void add(List<Block> blocks, TextDiff.Kind kind, List<TextDiff.Line> lines, int count) {
        if (count > 0) {
            blocks.add(new Block(kind, List.copyOf(lines), count));
        }
    }
}
