package dev.sheaf.platform.web.browse;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.platform.web.Numbers;

/**
 * Position of a page in a list.
 *
 * @param summary description in words
 * @param first link to the beginning; null on the first page
 * @param next link to the next page; null on the last one
 */
public record Paging(String summary, @Nullable String first, @Nullable String next) {

    /**
     * Returns the position from the token of a page (S3.5).
     *
     * @param entries number of entries on the page
     * @param noun noun for an entry
     * @param token token of the page; null if the list has only one
     * @param beginning request that began the list
     * @param continued request that continues with a token
     */
    static Paging of(int entries, String noun, @Nullable ResumptionToken token, BrowseLinks links, OaiRequest beginning,
            Function<String, OaiRequest> continued) {
        if (token == null) {
            return new Paging(Numbers.count(entries, noun), null, null);
        }
        long before = token.cursor() == null ? 0 : token.cursor();
        String range = Numbers.format(before + 1) + "\u2013" + Numbers.format(before + entries);
        Long whole = token.completeListSize();
        return new Paging(whole == null ? noun + "s " + range : range + " of " + Numbers.count(whole, noun),
                before == 0 ? null : links.to(beginning),
                token.isLast() ? null : links.to(continued.apply(token.value())));
    }
}
