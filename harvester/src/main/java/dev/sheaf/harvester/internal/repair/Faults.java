package dev.sheaf.harvester.internal.repair;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Repair.Kind;
import dev.sheaf.harvester.repair.RepairNote;

/** Repaired faults, added up by kind for the response and for each of its records. Not thread-safe. */
final class Faults {

    private static final int EXCERPT = 60;

    private record Sum(String what, int times, long position) {}

    private final ByteOrigin origin;
    private final Map<Kind, Sum> around = new EnumMap<>(Kind.class);
    private final Map<Kind, Sum> inside = new EnumMap<>(Kind.class);
    private boolean isInside;

    Faults(ByteOrigin origin) {
        this.origin = origin;
    }

    /**
     * Notes a fault.
     *
     * @param at position in the characters
     * @param what the repair, for people; called for the first fault of a kind only
     */
    void add(Kind kind, int at, Supplier<String> what) {
        Map<Kind, Sum> sums = isInside ? inside : around;
        Sum sum = sums.get(kind);
        sums.put(kind, sum == null
                ? new Sum(what.get(), 1, origin.position(at))
                : new Sum(sum.what, sum.times + 1, sum.position));
    }

    /** Begins a record: further faults belong to it. */
    void beginRecord() {
        isInside = true;
        inside.clear();
    }

    /** Returns the faults of the record that ends here. */
    List<RepairNote> endRecord(@Nullable String identifier) {
        isInside = false;
        return list(inside, identifier);
    }

    /** Returns the faults outside records. */
    List<RepairNote> ofResponse() {
        return list(around, null);
    }

    private static List<RepairNote> list(Map<Kind, Sum> sums, @Nullable String identifier) {
        List<RepairNote> repairs = new ArrayList<>(sums.size());
        sums.forEach((kind, sum) -> repairs.add(new RepairNote(identifier, kind, sum.what, sum.times, sum.position)));
        return repairs;
    }

    /** Returns foreign text for a message: one short line without control characters. */
    static String line(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < EXCERPT; i++) {
            char c = text.charAt(i);
            boolean isBlank = c <= ' ' || c >= 0x7f && c < 0xa0 || Character.isSurrogate(c);
            if (!isBlank) {
                line.append(c);
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
        return line.toString().strip();
    }
}
