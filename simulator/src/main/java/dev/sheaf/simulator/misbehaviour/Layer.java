package dev.sheaf.simulator.misbehaviour;

/**
 * Stage in the making of a reply at which a fault acts. Faults that are played together act in this order, so that each finds its place.
 */
public enum Layer {
    /** The answer: its records, its resumptionToken, its errors. */
    ANSWER,
    /** The version of the protocol in which the answer is written. */
    VERSION,
    /** Single records as text. */
    RECORD,
    /** The whole document as text. */
    DOCUMENT,
    /** The bytes of the reply. */
    BYTES,
    /** Status, headers and the connection. */
    HTTP
}
