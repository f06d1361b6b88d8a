package dev.sheaf.harvester.internal.list;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.ListStrategy;

/** The remaining ranges of a list, and what is known about the completed ones. Belongs to one thread at a time. */
public final class Plan {

    private Map<Integer, Piece> left = new LinkedHashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private int numbers;
    private boolean isSplit;
    private boolean isReentered;
    private long received;
    private long different;
    private boolean knowsDifferent;
    private int fruitless;

    /** Creates a plan of these ranges. */
    public static Plan of(List<Piece> pieces) {
        Plan plan = new Plan();
        plan.isSplit = pieces.size() > 1;
        pieces.forEach(plan::add);
        return plan;
    }

    /**
     * Reads a text of {@link #toText}.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Plan parse(String text) {
        Plan plan = new Plan();
        plan.isSplit = true;
        for (String line : text.split("\n", -1)) {
            String rest = line.substring(Math.min(2, line.length()));
            switch (line.isEmpty() ? ' ' : line.charAt(0)) {
                case 'p' -> plan.add(Piece.parse(rest));
                case 'w' -> plan.isSplit = false;
                case 'r' -> plan.received = Long.parseLong(rest);
                case 'n' -> plan.different(Long.parseLong(rest));
                case 'f' -> plan.fruitless = Integer.parseInt(rest);
                case 'e' -> plan.isReentered = true;
                case 'm' -> plan.missing.add(URLDecoder.decode(rest, StandardCharsets.UTF_8));
                case 'd' -> {
                    String[] words = rest.split(" ", -1);
                    plan.gaps.add(new Gap(Gap.Sort.valueOf(words[0]), Long.parseLong(words[1]),
                            URLDecoder.decode(words[2], StandardCharsets.UTF_8)));
                }
                default -> throw new IllegalArgumentException("not a plan: " + line);
            }
        }
        if (!plan.knowsDifferent) {
            // The notation of earlier versions.
            plan.different = plan.received;
        }
        return plan;
    }

    /** Returns the plan as text; null while the list is one range with no state except its token. */
    @Nullable
    String toText(int requests) {
        if (!isSplit && left.values().stream().noneMatch(piece -> piece.largest() > 0 || piece.different() < piece.received())) {
            return null;
        }
        List<String> lines = new ArrayList<>();
        if (!isSplit) {
            lines.add("w ");
        }
        lines.add("r " + received);
        lines.add("n " + different);
        lines.add("f " + requests);
        if (isReentered) {
            lines.add("e ");
        }
        missing.forEach(message -> lines.add("m " + encoded(message)));
        gaps.forEach(gap -> lines.add("d " + gap.sort() + " " + gap.size() + " " + encoded(gap.message())));
        left.values().forEach(piece -> lines.add("p " + piece.toText()));
        return String.join("\n", lines);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void add(Piece piece) {
        left.put(numbers++, piece);
    }

    /** Returns the remaining ranges by number, in the order in which they are to be walked. */
    Map<Integer, Piece> left() {
        return left;
    }

    /** Notes the progress of a range. */
    void move(int number, Piece place) {
        left.put(number, place);
    }

    /** Notes the end of a range. */
    void end(int number) {
        left.remove(number);
    }

    /** Replaces a range by others at its place, so that few ranges are open at a time. */
    void replace(int number, List<Piece> pieces) {
        left.remove(number);
        isSplit = isSplit || pieces.stream().anyMatch(piece -> piece.strategy() != ListStrategy.WHOLE);
        Map<Integer, Piece> others = left;
        left = new LinkedHashMap<>();
        pieces.forEach(this::add);
        left.putAll(others);
    }

    /** Adds a range after all others. */
    void append(Piece piece) {
        isSplit = true;
        add(piece);
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** Returns the ranges that will not arrive, for people. */
    List<String> missing() {
        return missing;
    }

    void count(int records) {
        received += records;
    }

    /** Adds different records that have arrived. */
    void different(long records) {
        different = records;
        knowsDifferent = true;
    }

    /** Returns the number of different records of all ranges, as far as is known. Records that two runs have brought count twice. */
    long different() {
        return different;
    }

    /** Begins the count with the records of an earlier run. */
    public void received(long before) {
        received = before;
        different = before;
    }

    /** Returns the number of received entries of all ranges, including repeated ones. */
    public long received() {
        return received;
    }

    /** Returns the number of fruitless requests of earlier runs. */
    int fruitless() {
        return fruitless;
    }

    boolean isSplit() {
        return isSplit;
    }

    /** Notes that received records were also requested in another way. */
    void reentered() {
        isReentered = true;
    }

    /** Returns true if received records were also requested in another way. */
    boolean isReentered() {
        return isReentered;
    }
}
