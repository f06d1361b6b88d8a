package dev.sheaf.harvester.list;

import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.harvester.client.ListPage;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/** The two ways to ask for a list: whole records, or their headers. */
public enum Lister {

    /** ListRecords. */
    RECORDS {
        @Override
        ListPage first(OaiClient client, Selection selection) throws HarvestException {
            return client.listRecords(selection);
        }

        @Override
        ListPage next(OaiClient client, String token, BaseUrl at) throws HarvestException {
            return client.listRecords(token, at);
        }
    },
    /** ListIdentifiers: records without metadata. */
    HEADERS {
        @Override
        ListPage first(OaiClient client, Selection selection) throws HarvestException {
            return client.listIdentifiers(selection);
        }

        @Override
        ListPage next(OaiClient client, String token, BaseUrl at) throws HarvestException {
            return client.listIdentifiers(token, at);
        }
    };

    /** The verb. */
    Verb verb() {
        return this == RECORDS ? Verb.LIST_RECORDS : Verb.LIST_IDENTIFIERS;
    }

    /** The first page of a list. */
    abstract ListPage first(OaiClient client, Selection selection) throws HarvestException;

    /** The page that a token asks for, at the base URL that gave it. */
    abstract ListPage next(OaiClient client, String token, BaseUrl at) throws HarvestException;
}
