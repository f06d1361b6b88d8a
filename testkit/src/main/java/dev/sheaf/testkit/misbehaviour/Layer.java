package dev.sheaf.testkit.misbehaviour;

/** Where in the making of a reply a fault sets in. Faults that are played together set in in this order, so that each finds its place. */
public enum Layer {
    /** The answer: its records, its resumptionToken, its errors. */
    ANSWER,
    /** The version of the protocol in which the answer is written. */
    VERSION,
    /** Single records as text. */
    RECORD,
    /** The whole document as text. */
    DOCUMENT,
    /** Its bytes. */
    BYTES,
    /** Status, headers and the connection. */
    HTTP
}
