package dev.sheaf.simulator.misbehaviour;

/** Stage in the making of a reply at which a fault acts. Simultaneous faults act in this order, so that each has its effect. */
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
