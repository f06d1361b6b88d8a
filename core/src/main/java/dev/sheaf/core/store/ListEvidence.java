package dev.sheaf.core.store;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;

/**
 * The evidence on which the verdict about one list rests, at the list's end.
 *
 * @param asked the list
 * @param missing why records are known or suspected to be missing, for people; null if there is no such reason
 * @param announced completeListSize of ListRecords as last stated; null if it was not stated
 * @param announcedOfNames completeListSize of ListIdentifiers as last stated; null if it was not stated
 * @param listed number of different records that arrived, singly requested ones included; when not known exactly, of records received
 * @param named number of different records that ListIdentifiers named; null if it was not asked, or has not ended
 * @param singly number of records that were named and requested one by one
 * @param denied identifiers that ListIdentifiers named, that the list lacks, and that GetRecord denies
 * @param doubtfulDeletions identifiers that arrived as deleted, that ListIdentifiers names as live, and about which GetRecord says nothing
 * @param witness the second witness
 * @param unproven why there is no second witness, for people; empty if there is one
 */
public record ListEvidence(Selection asked, @Nullable String missing, @Nullable Long announced, @Nullable Long announcedOfNames,
        long listed, @Nullable Long named, long singly, List<String> denied, List<String> doubtfulDeletions, Witness witness,
        String unproven) {

    /** Copies the lists. */
    public ListEvidence {
        denied = List.copyOf(denied);
        doubtfulDeletions = List.copyOf(doubtfulDeletions);
    }

    /** The second witness of a list. */
    public enum Witness {
        /** ListIdentifiers came to its end, and every identifier that it names is here. */
        IDENTIFIERS,
        /** None, because the list is an increment of one page that shows no fault. */
        NOT_NEEDED,
        /** None. */
        NONE
    }

    /** Returns the evidence of a list about which nothing but its end is known: one that its owner pushes, or that broke off. */
    public static ListEvidence ofItsOwn(Selection asked, @Nullable String missing, long listed) {
        return new ListEvidence(asked, missing, null, null, listed, null, 0, List.of(), List.of(), Witness.NOT_NEEDED, "");
    }

    /** Returns the same evidence with another reason for missing records. */
    public ListEvidence missing(@Nullable String reason) {
        return new ListEvidence(asked, reason, announced, announcedOfNames, listed, named, singly, denied, doubtfulDeletions,
                witness,
                unproven);
    }

    /** Returns the proof in words: {@code 12,345 records; all identifiers that the repository names are here}; empty if there is none. */
    public String proof() {
        return missing == null && witness == Witness.IDENTIFIERS
                ? String.format(Locale.ROOT, "%,d %s; all identifiers that the repository names are here", listed,
                        listed == 1 ? "record" : "records")
                : "";
    }
}
