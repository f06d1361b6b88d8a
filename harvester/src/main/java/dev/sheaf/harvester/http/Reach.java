package dev.sheaf.harvester.http;

/** The networks that a request and its redirects may reach. Private networks are those that not everybody can reach. */
public enum Reach {
    /** All networks, because the address comes from the operator. */
    ANYWHERE,
    /**
     * Public networks only, unless the home of the request ({@link FetchRules#home}, else the first requested address) is in a private
     * network itself: an operator who registers such an address intends it. A home that was public when it was first requested stays
     * public.
     */
    AS_HOME,
    /** Public networks only, because the address comes from a third party. */
    PUBLIC
}
