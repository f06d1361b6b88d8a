package dev.sheaf.platform.report;

import java.util.Map;

/** Explanations of the kinds of faults for a repository's administrator: what is wrong, and what helps. */
final class FaultKinds {

    /** Explanation of a kind of faults. */
    record Explanation(String fault, String remedy) {}

    private static final Explanation UNKNOWN = new Explanation("The response does not follow the protocol.",
            "Compare the examples with the protocol.");

    private static final Map<String, Explanation> KINDS = Map.ofEntries(
            kind("encoding", "The response is not in the encoding that it declares.",
                    "Send UTF-8, and declare it in the XML declaration and in Content-Type."),
            kind("bytes", "The response holds bytes that are not UTF-8.",
                    "Convert texts to UTF-8 where they are stored, or when they are written out."),
            kind("characters", "The response holds characters that XML does not allow, such as control characters.",
                    "Leave out all characters below U+0020 except tab and line ends when XML is written."),
            kind("unescaped", "Ampersands or less-than signs are not escaped in texts.",
                    "Write texts with an XML library, or escape & as &amp; and < as &lt;."),
            kind("entity", "Entities of HTML are used, which XML does not define.",
                    "Write the characters themselves, in UTF-8, instead of &nbsp; and the like."),
            kind("markup", "Texts contain HTML that is not escaped.",
                    "Escape HTML in texts, or leave the tags out."),
            kind("attributes", "Attributes have no quotes or no value, or occur twice.",
                    "Write every attribute once, with its value in quotes."),
            kind("prefix", "A namespace prefix is used that is declared nowhere.",
                    "Declare every prefix at the root element of the metadata."),
            kind("end-tags", "End tags are missing, or have no start tag.",
                    "Write elements with an XML library, so that each start tag has its end tag."),
            kind("declaration", "An XML declaration, a DOCTYPE, a comment or an instruction is where none is allowed.",
                    "Let the XML declaration be the first characters of the response, and use no DOCTYPE."),
            kind("around", "There is text before or after the response, such as blank lines or messages of the program.",
                    "Find the part of the program that writes outside of the response, and switch off its messages."),
            kind("cut", "The response ends early.",
                    "Check the server's log for exceeded limits of time or memory. Smaller pages help."),
            kind("identifier", "Identifiers hold characters that XML does not allow, or bytes that belong to no character.",
                    "Use identifiers of printable ASCII. Two that differ in such characters only cannot be told apart."),
            kind("status", "Complete responses have an HTTP error status.",
                    "Answer with status 200; the server's log names the failure."),
            kind("order", "Elements of a record are in the wrong order.",
                    "Write header, metadata and about in this order; in a header identifier, datestamp and setSpec."),
            kind("unknown-element", "A record contains elements that the protocol does not define.",
                    "Put additional information into metadata or about."),
            kind("namespace", "The response is not in the protocol's namespace.",
                    "Use http://www.openarchives.org/OAI/2.0/ for all elements of the envelope."),
            kind("protocol", "The repository speaks protocol 1.0 or 1.1.",
                    "Upgrade to protocol 2.0, which was released in 2002."),
            kind("datestamp", "Datestamps are missing, or do not have the form that the protocol requires.",
                    "Write YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, in UTC and without fractions."),
            kind("set", "Names of sets have illegal characters.",
                    "Use letters, digits and - _ . ! ~ * ' ( ) in setSpecs."),
            kind("deleted", "Deleted records have metadata.", "Send only the header of a deleted record."),
            kind("identify", "The response to Identify is incomplete or not valid.",
                    "Compare the response to Identify with paragraph 4.2 of the protocol."),
            kind("response-date", "The responseDate is missing or not in UTC.", "Write YYYY-MM-DDThh:mm:ssZ."),
            kind("format", "A metadata format has no namespace.", "Name schema and namespace of each format."),
            kind("error-code", "Errors have codes that the protocol does not define.", "Use the eight codes of paragraph 3.6."),
            kind("error-status", "Protocol errors have an HTTP error status.",
                    "Answer with status 200; the error is in the response."),
            kind("empty-list", "Empty lists are sent instead of an error.", "Answer with noRecordsMatch or noSetHierarchy."),
            kind("several-records", "GetRecord returns several records.", "Make sure that identifiers are unique."),
            kind("unusable-response", "Requests got no usable response.",
                    "Open the addresses in the examples with a browser."),
            kind("dropped", "Records could not be repaired, so harvesters do not get them.",
                    "Look at the record in the response; each example names the place and the reason."),
            kind("quarantined", "Records could not be accepted, so they are missing in this hub.",
                    "Look at the record in the response; each example names the place and the reason."));

    private FaultKinds() {}

    private static Map.Entry<String, Explanation> kind(String kind, String fault, String remedy) {
        return Map.entry(kind, new Explanation(fault, remedy));
    }

    static Explanation of(String kind) {
        return KINDS.getOrDefault(kind, UNKNOWN);
    }
}
