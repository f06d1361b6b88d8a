package dev.sheaf.harvester.client;

import java.net.URI;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;

/** Listener of the requests of a client. Called by the requesting thread; must return soon. */
public interface ExchangeListener {

    /** A listener that does nothing. */
    ExchangeListener NONE = new ExchangeListener() {
        @Override
        public void asking(URI address) {
            // No action.
        }

        @Override
        public void answered(Fetched response) {
            // No action.
        }

        @Override
        public void failed(URI address, HarvestException failure) {
            // No action.
        }
    };

    /** A request is about to be sent. */
    void asking(URI address);

    /** A readable protocol response has arrived, possibly an error. */
    void answered(Fetched response);

    /** No readable protocol response has arrived. */
    void failed(URI address, HarvestException failure);
}
