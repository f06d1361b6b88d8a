package dev.sheaf.simulator.misbehaviour;

import java.util.function.Predicate;

import dev.sheaf.core.Verb;
import dev.sheaf.simulator.ReceivedRequest;

/** Kinds of requests, as predicates. */
final class Asked {

    private Asked() {}

    /** Matches ListRecords and ListIdentifiers. */
    static Predicate<ReceivedRequest> lists() {
        return records().or(identifiers());
    }

    static Predicate<ReceivedRequest> records() {
        return ReceivedRequest.of(Verb.LIST_RECORDS);
    }

    static Predicate<ReceivedRequest> identifiers() {
        return ReceivedRequest.of(Verb.LIST_IDENTIFIERS);
    }

    static Predicate<ReceivedRequest> identify() {
        return ReceivedRequest.of(Verb.IDENTIFY);
    }

    /** Matches requests for a page of a list of records, counted from 1. */
    static Predicate<ReceivedRequest> page(int page) {
        return ReceivedRequest.page(page);
    }

    /** Matches the first request of a list. */
    static Predicate<ReceivedRequest> listStart() {
        return lists().and(request -> request.argument("resumptionToken") == null);
    }

    /** Matches requests that continue a list. */
    static Predicate<ReceivedRequest> withToken() {
        return lists().and(request -> request.argument("resumptionToken") != null);
    }

    /** Matches requests whose answers contain metadata. */
    static Predicate<ReceivedRequest> withMetadata() {
        return records().or(ReceivedRequest.of(Verb.GET_RECORD));
    }
}
