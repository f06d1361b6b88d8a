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
 * @param isMore true when a list brought more than announced
 * @param lists those that were shorter than announced, the latest last
 */
record SizeEvidence(boolean isMore, List<ShortList> lists) {

    static final SizeEvidence NONE = new SizeEvidence(false, List.of());
    /** A list brought more records than announced. */
    static final SizeEvidence OF_MORE = new SizeEvidence(true, List.of());

    private static final String MORE = "more";
    private static final Duration APART = Duration.ofDays(1);
    /** A source of many sets has many lists: the latest are enough. */
    private static final int REMEMBERED = 20;

    /**
     * A list that was shorter than announced, several times by the same number.
     *
     * @param name of the list
     * @param lacked records announced and not listed
     * @param times how often, each a day at least after the one before
     * @param last when it counted last
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

    /** Reads what a profile remembers; what cannot be read is none. */
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

    /** Adds a list that was shorter than announced. Another number than the last time begins the count again. */
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

    /** Returns whether it is enough to believe no size any more. */
    boolean isConclusive() {
        return isMore || lists.stream().anyMatch(list -> list.times() >= ListVerdict.AGREEING_LISTS);
    }

    /** Returns one line; null when there is nothing to remember. */
    @Nullable
    String toText() {
        return isMore ? MORE : lists.isEmpty() ? null : String.join(";", lists.stream().map(ShortList::toText).toList());
    }
}
