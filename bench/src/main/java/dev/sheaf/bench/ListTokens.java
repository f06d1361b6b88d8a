package dev.sheaf.bench;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.SegmentForm;
import dev.sheaf.provider.ServedResponse;

/**
 * Requests for pages of a list with real tokens. A data provider creates the tokens page by page, and nobody reads the pages, so that a
 * list of millions is walked in seconds.
 */
final class ListTokens {

    /** Largest number of measured pages at each place of a list. */
    private static final int SAMPLES = 20;

    private static final SegmentForm<RecordSegment> UNREAD = new SegmentForm<>() {

        @Override
        public RecordSegment of(RecordSegment segment) {
            return segment;
        }

        @Override
        public boolean isEmpty(RecordSegment made) {
            return false;
        }
    };

    private final List<String> queries = new ArrayList<>();

    private ListTokens() {}

    /** Walks a list. */
    static ListTokens walk(DataProvider provider, @Nullable String set) {
        ListTokens tokens = new ListTokens();
        String query = PageWalker.first() + (set == null ? "" : "&set=" + set);
        while (true) {
            tokens.queries.add(query);
            ServedResponse<RecordSegment> response = provider.answer(OaiQueryString.parse(query.substring(1), null), UNREAD);
            if (!(response instanceof ServedResponse.Page<RecordSegment> page)) {
                throw new IllegalStateException("no page for " + query + " but " + response);
            }
            ResumptionToken token = page.resumptionToken();
            if (token == null || token.value().isEmpty()) {
                return tokens;
            }
            query = PageWalker.next(token.value());
        }
    }

    /** Prints full pages at the beginning, in the middle and at the end, and some from other places. */
    void report(String list) {
        // The last page is usually shorter, and only pages of the same size are compared.
        int full = Math.max(1, queries.size() - 1);
        int samples = Math.clamp(full / 4, 1, SAMPLES);
        print(list, "first", 0, samples);
        print(list, "elsewhere", full / 4, samples);
        print(list, "middle", (full - samples) / 2, samples);
        print(list, "last", full - samples, samples);
        System.out.println("pages." + list + "=" + queries.size());
    }

    private void print(String list, String place, int from, int count) {
        System.out.println("page." + list + "." + place + "=" + String.join(" ", queries.subList(from, from + count)));
    }
}
