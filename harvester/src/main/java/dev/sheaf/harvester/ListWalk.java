package dev.sheaf.harvester;

import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;

/**
 * One list from its first page (or the page where an earlier walk ended) to its end, with a verdict on whether it came whole.
 *
 * <p>Used by one thread at a time.
 */
final class ListWalk {

    /** What a step brought. */
    sealed interface Step {

        /** As it came; of an end without records, the response that told it. */
        ListPage page();

        /** Records, and more to come. */
        record More(ListPage page, String nextToken) implements Step {}

        /**
         * The end of the list.
         *
         * @param missing why it is not whole; null when that is proven
         */
        record End(ListPage page, @Nullable String missing) implements Step {}

        /** The repository answered with errors. */
        record Refused(ListPage page) implements Step {}
    }

    private final Lister lister;
    private final OaiClient client;
    private final Selection selection;
    private final Consumer<String> notes;
    private final LoopGuard guard = new LoopGuard();
    private final Reckoning reckoning;
    private BaseUrl at;
    private @Nullable String token;

    /** From the first page on. */
    ListWalk(OaiClient client, Selection selection, Consumer<String> notes) {
        this(Lister.RECORDS, client, selection, null, 0, notes);
    }

    /**
     * From where an earlier walk ended.
     *
     * @param lister asks for pages
     * @param token asks for the next page; null for the first
     * @param received records received before
     */
    ListWalk(Lister lister, OaiClient client, Selection selection, @Nullable String token, long received,
            Consumer<String> notes) {
        this.lister = lister;
        this.client = client;
        this.selection = selection;
        this.token = token;
        this.notes = notes;
        this.reckoning = new Reckoning(received);
        this.at = client.baseUrl();
    }

    /** The next page. Not to be called behind {@link Step.End} or {@link Step.Refused}. */
    Step next() throws HarvestException {
        ListPage page = ask();
        if (!page.errors().isEmpty()) {
            return errors(page);
        }
        if (page.received() == 0) {
            // Illegal, and often a passing fault: S3.5.1 promises the same page again.
            client.askingAgain("a page without records: asking for it once more");
            page = ask();
            if (!page.errors().isEmpty()) {
                return errors(page);
            }
            if (page.received() == 0) {
                notes.accept("the repository sent a page without records, twice");
            }
        }
        reckoning.count(page);
        String next = page.nextToken();
        if (next == null) {
            return end(page);
        }
        String loop = guard.judge(token, identifiers(page), next);
        if (loop != null) {
            return new Step.End(page, loop + " after " + reckoning.received() + " records");
        }
        at = page.reply().servedFrom();
        token = next;
        return new Step.More(page, next);
    }

    private ListPage ask() throws HarvestException {
        return token == null ? lister.first(client, selection) : lister.next(client, token, at);
    }

    private Step errors(ListPage page) {
        if (page.has(OaiError.Code.NO_RECORDS_MATCH)) {
            if (token != null) {
                notes.accept("the last resumptionToken led to noRecordsMatch, taken as the end of the list");
            }
            return new Step.End(page, reckoning.missing());
        }
        if (token != null && page.has(OaiError.Code.BAD_RESUMPTION_TOKEN) && reckoning.isSatisfied()) {
            // Some repositories give a token with their last page when it happens to be full.
            notes.accept("the repository gave a resumptionToken behind the end of its list");
            return new Step.End(page, null);
        }
        return new Step.Refused(page);
    }

    private Step end(ListPage page) {
        ResumptionToken last = page.token();
        if (last == null && token != null) {
            notes.accept("the list ended without the empty resumptionToken that ends it (S3.5)");
        }
        return new Step.End(page, reckoning.missing());
    }

    private static List<String> identifiers(ListPage page) {
        return page.records().stream().map(OaiRecord::identifier).toList();
    }

    /** Records of the list received so far, those of earlier walks included. */
    long received() {
        return reckoning.received();
    }
}
