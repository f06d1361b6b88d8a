package dev.sheaf.simulator.misbehaviour;

import java.util.function.Predicate;

import dev.sheaf.core.Verb;
import dev.sheaf.simulator.ReceivedRequest;

/** Kinds of requests. */
final class Asked {

    private Asked() {}

    /** ListRecords and ListIdentifiers. */
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

    /** A page of a list of records, from 1. */
    static Predicate<ReceivedRequest> page(int page) {
        return ReceivedRequest.page(page);
    }

    /** The first request of a list. */
    static Predicate<ReceivedRequest> listStart() {
        return lists().and(request -> request.argument("resumptionToken") == null);
    }

    /** A list that is continued. */
    static Predicate<ReceivedRequest> withToken() {
        return lists().and(request -> request.argument("resumptionToken") != null);
    }

    /** Requests whose answer holds metadata. */
    static Predicate<ReceivedRequest> withMetadata() {
        return records().or(ReceivedRequest.of(Verb.GET_RECORD));
    }
}
