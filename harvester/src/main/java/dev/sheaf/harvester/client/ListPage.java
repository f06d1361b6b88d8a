package dev.sheaf.harvester.client;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.harvester.http.PageBudget;

/**
 * One page of ListRecords: records, or the errors that came instead.
 *
 * @param reply the response it was taken from
 * @param records in the order received
 * @param token as received; null when there was none
 * @param errors as received; empty when the page holds records
 */
public record ListPage(OaiReply reply, List<OaiRecord> records, @Nullable ResumptionToken token, List<OaiError> errors) {

    /** Copies the lists. */
    public ListPage {
        records = List.copyOf(records);
        errors = List.copyOf(errors);
    }

    /** Says that its records are no longer needed, so that others may take the memory. Without this call others wait for a while. */
    public void release() {
        PageBudget.Lease lease = reply.lease();
        if (lease != null) {
            lease.close();
        }
    }

    /** The token that asks for the next page; null when none follows. */
    public @Nullable String nextToken() {
        return token == null || token.isLast() ? null : token.value();
    }

    /** How many records came whole, those included that could not be read. */
    public int received() {
        return records.size() + (int) reply.reading().damaged().stream().filter(damaged -> !damaged.isCut()).count();
    }

    /** True when the response ended before its end: whether this is all of the page, and whether another follows, is not known. */
    public boolean isCut() {
        return reply.reading().isCut();
    }

    /** True when one of the errors has this code. */
    public boolean has(OaiError.Code code) {
        return errors.stream().anyMatch(error -> error.is(code));
    }
}
