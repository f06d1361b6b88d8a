package dev.sheaf.core.store;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;

/**
 * The evidence against the sizes that a server announces, as one line of text.
 *
 * @param isMore true if a list brought more records than announced
 * @param lists lists that were shorter than announced, the latest last
 */
record SizeEvidence(boolean isMore, List<ShortList> lists) {

    static final SizeEvidence NONE = new SizeEvidence(false, List.of());
    /** Evidence of a list that brought more records than announced. */
    static final SizeEvidence OF_MORE = new SizeEvidence(true, List.of());

    private static final String MORE = "more";
    private static final Duration APART = Duration.ofDays(1);
    /** Largest number of lists remembered. A source with many sets has many lists, and the latest are enough. */
    private static final int REMEMBERED = 20;

    /**
     * A list that was repeatedly shorter than announced by the same number.
     *
     * @param name of the list
     * @param lacked number of records announced and not listed
     * @param times number of occurrences, each at least a day after the one before
     * @param last time of the last occurrence that was counted
     */
    record ShortList(String name, long lacked, int times, Instant last) {

        private String toText() {
            return name + " " + lacked + " " + times + " " + last;
        }

        private static @Nullable ShortList parse(String text) {
            String[] words = text.split(" ", -1);
            try {
                return words.length == 4
                        ? new ShortList(words[0], Long.parseLong(words[1]), Integer.parseInt(words[2]), Instant.parse(words[3]))
                        : null;
            } catch (NumberFormatException | DateTimeException _) {
                return null;
            }
        }
    }

    /** Copies the list. */
    SizeEvidence {
        lists = List.copyOf(lists);
    }

    /** Reads the evidence in a profile; unreadable evidence counts as none. */
    static SizeEvidence of(ServerProfile profile) {
        String text = profile.learnt().get(ServerTrait.SIZE_EVIDENCE);
        if (text == null) {
            return NONE;
        }
        if (text.equals(MORE)) {
            return OF_MORE;
        }
        List<ShortList> lists = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            ShortList list = ShortList.parse(part);
            if (list != null) {
                lists.add(list);
            }
        }
        return new SizeEvidence(false, lists);
    }

    /** Returns a copy with another list that was shorter than announced. If the number differs from the last time, the count begins again. */
    SizeEvidence shortBy(Selection list, long lacked, Instant now) {
        if (isMore) {
            return this;
        }
        String name = name(list);
        List<ShortList> others = new ArrayList<>(lists);
        others.removeIf(one -> one.name().equals(name));
        ShortList before = lists.stream().filter(one -> one.name().equals(name) && one.lacked() == lacked).findFirst()
                .orElse(null);
        ShortList after = before == null
                ? new ShortList(name, lacked, 1, now)
                : now.isBefore(before.last().plus(APART)) ? before : new ShortList(name, lacked, before.times() + 1, now);
        others.add(after);
        return new SizeEvidence(false, others.subList(Math.max(0, others.size() - REMEMBERED), others.size()));
    }

    private static String name(Selection list) {
        return URLEncoder.encode(list.prefix() + (list.set() == null ? "" : " " + list.set()), StandardCharsets.UTF_8);
    }

    /** Returns whether the evidence is enough to ignore the server's sizes. */
    boolean isConclusive() {
        return isMore || lists.stream().anyMatch(list -> list.times() >= ListVerdict.AGREEING_LISTS);
    }

    /** Returns the evidence as one line; null if there is none. */
    @Nullable
    String toText() {
        return isMore ? MORE : lists.isEmpty() ? null : String.join(";", lists.stream().map(ShortList::toText).toList());
    }
}
