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

/** The pieces of a list that are left, and what is known of those that are not. Belongs to one thread at a time. */
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

    /** A list of these pieces. */
    public static Plan of(List<Piece> pieces) {
        Plan plan = new Plan();
        plan.isSplit = pieces.size() > 1;
        pieces.forEach(plan::add);
        return plan;
    }

    /**
     * Reads a text that {@link #toText} wrote.
     *
     * @throws IllegalArgumentException when it cannot be read
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
            // As earlier versions wrote it.
            plan.different = plan.received;
        }
        return plan;
    }

    /** Null as long as the list is one piece of which nothing is to be remembered but its token. */
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

    /** The pieces left by number, in the order in which they are to be walked. */
    Map<Integer, Piece> left() {
        return left;
    }

    /** A piece has got further. */
    void move(int number, Piece place) {
        left.put(number, place);
    }

    /** A piece has ended. */
    void end(int number) {
        left.remove(number);
    }

    /** Others stand for a piece, in its place: so that few are open at a time. */
    void replace(int number, List<Piece> pieces) {
        left.remove(number);
        isSplit = isSplit || pieces.stream().anyMatch(piece -> piece.strategy() != ListStrategy.WHOLE);
        Map<Integer, Piece> others = left;
        left = new LinkedHashMap<>();
        pieces.forEach(this::add);
        left.putAll(others);
    }

    /** Something else to be walked, after all others. */
    void append(Piece piece) {
        isSplit = true;
        add(piece);
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** The parts that will not come, for people. */
    List<String> missing() {
        return missing;
    }

    void count(int records) {
        received += records;
    }

    /** Notes how many different records have come of all pieces. */
    void different(long records) {
        different = records;
        knowsDifferent = true;
    }

    /** Different records of all pieces, as far as is known: those that two runs have brought count twice. */
    long different() {
        return different;
    }

    /** Begins the count with what an earlier run received. */
    public void received(long before) {
        received = before;
        different = before;
    }

    /** Entries received of all pieces, those that came twice included. */
    public long received() {
        return received;
    }

    /** Requests that brought nothing in the runs before. */
    int fruitless() {
        return fruitless;
    }

    boolean isSplit() {
        return isSplit;
    }

    /** Notes that what has come was asked for in another way as well. */
    void reentered() {
        isReentered = true;
    }

    /** True when what has come was asked for in another way as well. */
    boolean isReentered() {
        return isReentered;
    }
}
