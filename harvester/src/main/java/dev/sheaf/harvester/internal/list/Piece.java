package dev.sheaf.harvester.internal.list;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;

/**
 * A range of a list, with its progress.
 *
 * @param strategy level at which it is requested
 * @param sent the request
 * @param depth number of times the list was split to get it
 * @param token requests its next page; null for the first
 * @param at base URL that gave the token; null for the repository's own
 * @param page number of pages received
 * @param received number of entries received
 * @param different number of different records among them
 * @param last datestamp of the last record received; null if there is none, or if it is not legal
 * @param ordered true while its records arrived in the order of datestamps
 * @param restarts number of times it was begun again
 * @param largest largest size that the repository has stated for it; 0 if it has stated none
 */
public record Piece(ListStrategy strategy, Selection sent, int depth, @Nullable String token, @Nullable String at, int page,
        long received,
        long different, @Nullable Datestamp last, boolean ordered, int restarts, long largest) {

    /** Creates a range without progress. */
    static Piece of(ListStrategy strategy, Selection sent, int depth) {
        return new Piece(strategy, sent, depth, null, null, 0, 0, 0, null, true, 0, 0);
    }

    /**
     * Returns the range after a page that another follows.
     *
     * @param asked the repository's address: while it answers itself, tokens stay valid if the source moves
     */
    Piece after(OaiReply pageReceived, String nextToken, BaseUrl asked) {
        Piece counted = counted(pageReceived);
        BaseUrl served = pageReceived.servedFrom();
        return new Piece(strategy, sent, depth, nextToken, served.equals(asked) ? null : served.toString(), counted.page,
                counted.received, counted.different, counted.last, counted.ordered, restarts, counted.largest);
    }

    /** Returns the range after a page. */
    Piece counted(OaiReply pageReceived) {
        DateOrder order = DateOrder.of(pageReceived.records(), last);
        ResumptionToken stated = pageReceived.token();
        Long size = stated == null ? null : stated.completeListSize();
        return new Piece(strategy, sent, depth, token, at, page + 1, received + pageReceived.records().size(),
                different, order.last() == null ? last : order.last(), ordered && order.isKept(), restarts,
                size == null ? largest : Math.max(largest, size));
    }

    /** Returns a copy with this number of different records. */
    Piece different(long records) {
        return new Piece(strategy, sent, depth, token, at, page, received, records, last, ordered, restarts, largest);
    }

    /** Returns a copy with the last datestamp and the order of an earlier position. */
    Piece inOrderOf(Piece before) {
        return new Piece(strategy, sent, depth, token, at, page, received, different, before.last, before.ordered, restarts,
                largest);
    }

    /** Returns a copy at its beginning. */
    Piece again() {
        return new Piece(strategy, sent, depth, null, null, 0, 0, 0, null, true, restarts + 1, 0);
    }

    /** Returns the same range at another level, at its beginning. */
    Piece on(ListStrategy other) {
        return of(other, sent, depth + 1);
    }

    /** Returns a part of it: another range of datestamps. */
    Piece within(@Nullable Datestamp from, @Nullable Datestamp until) {
        return of(strategy == ListStrategy.WHOLE ? ListStrategy.DATES : strategy,
                new Selection(sent.prefix(), from, until, sent.set()),
                depth + 1);
    }

    /**
     * Returns one of its sets.
     *
     * @param other level at which the set is requested
     */
    Piece of(SetSpec set, ListStrategy other) {
        return of(other, new Selection(sent.prefix(), sent.from(), sent.until(), set), depth + 1);
    }

    /** Returns one line, which {@link #parse} reads. */
    String toText() {
        return String.join(" ", strategy.name(), text(sent.prefix()), text(sent.from()), text(sent.until()), text(sent.set()),
                String.valueOf(depth), text(token), text(at), String.valueOf(page), String.valueOf(received), text(last),
                String.valueOf(ordered), String.valueOf(restarts), String.valueOf(largest), String.valueOf(different));
    }

    private static String text(@Nullable Object value) {
        return value == null ? "-" : "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    /**
     * Reads a line of {@link #toText}.
     *
     * @throws IllegalArgumentException for other text
     */
    static Piece parse(String line) {
        List<String> words = List.of(line.split(" ", -1));
        // Earlier versions wrote it without the size, or without the number of different records.
        if (words.size() < 13 || words.size() > 15) {
            throw new IllegalArgumentException("not a range of a list: " + line);
        }
        String set = value(words.get(4));
        String prefix = value(words.get(1));
        Selection sent = new Selection(new MetadataPrefix(String.valueOf(prefix)), stamp(words.get(2)), stamp(words.get(3)),
                set == null ? null : new SetSpec(set));
        return new Piece(ListStrategy.valueOf(words.get(0)), sent, Integer.parseInt(words.get(5)), value(words.get(6)),
                value(words.get(7)), Integer.parseInt(words.get(8)), Long.parseLong(words.get(9)),
                Long.parseLong(words.get(words.size() == 15 ? 14 : 9)), stamp(words.get(10)),
                Boolean.parseBoolean(words.get(11)), Integer.parseInt(words.get(12)),
                words.size() == 13 ? 0 : Long.parseLong(words.get(13)));
    }

    private static @Nullable String value(String word) {
        return word.equals("-") ? null : URLDecoder.decode(word.substring(1), StandardCharsets.UTF_8);
    }

    private static @Nullable Datestamp stamp(String word) {
        String value = value(word);
        return value == null ? null : Datestamp.received(value);
    }
}
