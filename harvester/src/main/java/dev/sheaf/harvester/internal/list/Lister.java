package dev.sheaf.harvester.internal.list;

import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;

/** The two kinds of lists: whole records, or their headers. */
public enum Lister {

    /** ListRecords. */
    RECORDS {
        @Override
        OaiRequest first(Selection selection) {
            return new OaiRequest.ListRecords(selection, null);
        }

        @Override
        OaiRequest next(String token) {
            return new OaiRequest.ListRecords(null, token);
        }
    },
    /** ListIdentifiers: records without metadata. */
    HEADERS {
        @Override
        OaiRequest first(Selection selection) {
            return new OaiRequest.ListIdentifiers(selection, null);
        }

        @Override
        OaiRequest next(String token) {
            return new OaiRequest.ListIdentifiers(null, token);
        }
    };

    /** Returns the verb. */
    Verb verb() {
        return this == RECORDS ? Verb.LIST_RECORDS : Verb.LIST_IDENTIFIERS;
    }

    /** Returns the request for the first page of a list. */
    abstract OaiRequest first(Selection selection);

    /** Returns the request for the page of a token. */
    abstract OaiRequest next(String token);
}
