package dev.sheaf.harvester.http;

/** The networks that a request and its redirects may lead to. Private are all networks that not everybody can reach. */
public enum Reach {
    /** All networks: the address comes from the operator. */
    ANYWHERE,
    /**
     * Public networks only, unless the home of the request ({@link FetchRules#home}, else the address that is asked first) is in a private
     * network itself: an operator who registers such an address intends it. A home that was public when it was first seen stays public.
     */
    AS_HOME,
    /** Public networks only: the address comes from a stranger. */
    PUBLIC
}
