package dev.sheaf.validator.evidence;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Namespaces;

/**
 * Facts of a response: how the document is written, its envelope as a tree, and the facts of its records. Immutable.
 *
 * @param declaration the XML declaration as written; empty when the document does not begin with one
 * @param invalidUtf8 the first byte that is not UTF-8; negative when all are
 * @param hasDoctype true when there is a document type declaration
 * @param malformed why it is not well-formed XML, for people; null when it is
 * @param isBeyondBounds true when it was not read because it goes beyond a bound of this program, not because it is wrong
 * @param repairs what had to be repaired to read it nevertheless
 * @param root the root element without records and headers of lists; null when nothing could be read
 * @param records of the page in their order, the first {@link ResponseDocumentReader#MOST_RECORDS}
 * @param recordCount of all of them
 * @param schemaFaults faults that the schemas of this project find: the first few, one for each record
 * @param otherFormats records with metadata of which there is no schema here
 */
public record ResponseFacts(String declaration, int invalidUtf8, boolean hasDoctype, @Nullable String malformed,
        boolean isBeyondBounds, List<String> repairs, @Nullable XmlNode root, List<RecordFacts> records, int recordCount,
        List<SchemaFault> schemaFaults, int otherFormats) {

    /**
     * A fault that a schema finds.
     *
     * @param identifier of the record, empty when it has none; null for a fault around the records
     * @param line of the response, from 1
     * @param message what is wrong
     */
    public record SchemaFault(@Nullable String identifier, long line, String message) {}

    private static final Set<String> AROUND = Set.of("responseDate", "request", "error");

    /** Copies the lists. */
    public ResponseFacts {
        repairs = List.copyOf(repairs);
        records = List.copyOf(records);
        schemaFaults = List.copyOf(schemaFaults);
    }

    /** Returns the faults around the records. */
    public List<SchemaFault> envelopeFaults() {
        return schemaFaults.stream().filter(fault -> fault.identifier() == null).toList();
    }

    /** Returns the faults in records. */
    public List<SchemaFault> recordFaults() {
        return schemaFaults.stream().filter(fault -> fault.identifier() != null).toList();
    }

    /** Returns whether it is a response of protocol 2.0, also one in a wrong or no namespace. */
    public boolean isOai() {
        return root != null && root.name().equals("OAI-PMH");
    }

    /** Returns whether it is a response of protocol 1.0 or 1.1. */
    public boolean isEarly() {
        return root != null && root.namespace().startsWith("http://www.openarchives.org/OAI/1.");
    }

    /** Returns whether the root is the one of protocol 2.0 in its namespace. */
    public boolean hasRightRoot() {
        return root != null && root.is(Namespaces.OAI, "OAI-PMH");
    }

    /** Returns the text of responseDate, blanks included; empty when there is none. */
    public String responseDate() {
        return root == null ? "" : root.textOf("responseDate");
    }

    /** Returns responseDate as a date; illegal when it is. */
    public Datestamp responseTime() {
        return Datestamp.received(responseDate().strip());
    }

    /** Returns the request element. */
    public Optional<XmlNode> request() {
        return root == null ? Optional.empty() : root.child("request");
    }

    /** Returns the attributes of the request element. */
    public Map<String, String> echo() {
        return request().map(XmlNode::attributes).orElse(Map.of());
    }

    /** Returns the error elements. */
    public List<XmlNode> errors() {
        return root == null ? List.of() : root.children("error");
    }

    /** Returns the codes of the error elements. */
    public List<String> codes() {
        return errors().stream().map(error -> String.valueOf(error.attributes().getOrDefault("code", ""))).toList();
    }

    /** Returns whether it consists of errors. */
    public boolean isError() {
        return !errors().isEmpty();
    }

    /** Returns whether one of the errors has this code. */
    public boolean hasCode(String code) {
        return codes().contains(code);
    }

    /** Returns the element that holds the answer, usually named like the verb. */
    public Optional<XmlNode> answer() {
        return root == null
                ? Optional.empty()
                : root.children().stream().filter(child -> child.namespace().equals(root.namespace()))
                        .filter(child -> !AROUND.contains(child.name())).findFirst();
    }

    /** Returns whether it is an answer to this verb and holds no error. */
    public boolean answers(String verb) {
        return !isError() && answer().filter(element -> element.name().equals(verb)).isPresent();
    }

    /** Returns the resumptionToken element of the answer. */
    public Optional<XmlNode> token() {
        return answer().flatMap(element -> element.child("resumptionToken"));
    }

    /** Returns the token that continues the list; empty when there is none. Blanks around it are not part of it. */
    public String nextToken() {
        return token().map(token -> token.text().strip()).orElse("");
    }
}
