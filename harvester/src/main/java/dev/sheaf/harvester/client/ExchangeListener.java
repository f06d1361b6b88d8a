package dev.sheaf.harvester.client;

import java.net.URI;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;

/** Watches the questions that a client asks. Called by whatever thread asks; must return soon. */
public interface ExchangeListener {

    /** Nobody watches. */
    ExchangeListener NONE = new ExchangeListener() {
        @Override
        public void asking(URI address) {
            // Nobody wants to know.
        }

        @Override
        public void answered(Fetched response) {
            // Nobody wants to know.
        }

        @Override
        public void failed(URI address, HarvestException failure) {
            // Nobody wants to know.
        }
    };

    /** A question is about to be asked. */
    void asking(URI address);

    /** A protocol response has come, an error perhaps, and could be read. */
    void answered(Fetched response);

    /** No protocol response has come, or none that could be read. */
    void failed(URI address, HarvestException failure);
}
