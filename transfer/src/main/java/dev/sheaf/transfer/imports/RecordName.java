package dev.sheaf.transfer.imports;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.Sha256;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Name or number in a record by which its item is named. */
final class RecordName {

    /** Paths of the names in the formats: local names from the root's child on; for MARC the control field 001. */
    private static final Map<String, List<String>> PATHS = Map.ofEntries(
            Map.entry("record", List.of("controlfield 001", "header/identifier")),
            Map.entry("mods", List.of("recordInfo/recordIdentifier")),
            Map.entry("ead", List.of("eadheader/eadid", "control/recordid")), Map.entry("entry", List.of("id")),
            Map.entry("lido", List.of("lidoRecID")), Map.entry("TEI", List.of("teiHeader/fileDesc/publicationStmt/idno")),
            Map.entry("TEI.2", List.of("teiHeader/fileDesc/publicationStmt/idno")),
            Map.entry("PubmedArticle", List.of("MedlineCitation/PMID")),
            Map.entry("registryObjects", List.of("registryObject/key")),
            Map.entry("MD_Metadata", List.of("fileIdentifier/CharacterString")),
            Map.entry("CMD", List.of("Header/MdSelfLink")), Map.entry("resource", List.of("identifier")));
    private static final Set<String> ATTRIBUTES = Set.of("id", "ID", "OBJID", "about");
    private static final int DIGITS = 24;
    private static final int LONGEST = 1_000;

    private RecordName() {}

    /** Returns the name; empty if the record has none. */
    static Optional<String> of(XmlFragment record) {
        try {
            return find(XmlInput.pull(record.utf8()));
        } catch (OaiFormatException | XMLStreamException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> find(XMLStreamReader reader) throws XMLStreamException {
        List<String> path = new ArrayList<>();
        List<String> wanted = List.of("id");
        Optional<String> attribute = Optional.empty();
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                path.add(step(reader));
                boolean wrapped = path.size() == 2 && path.getFirst().equals("RDF");
                if (path.size() == 1) {
                    wanted = PATHS.getOrDefault(reader.getLocalName(), wanted);
                }
                if (attribute.isEmpty() && (path.size() == 1 || wrapped)) {
                    attribute = attribute(reader);
                }
                if (wanted.contains(String.join("/", path.subList(1, path.size())))) {
                    return text(reader).or(attribute(attribute));
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                path.removeLast();
            }
        }
        return attribute;
    }

    private static java.util.function.Supplier<Optional<String>> attribute(Optional<String> found) {
        return () -> found;
    }

    private static String step(XMLStreamReader reader) {
        String tag = reader.getLocalName().equals("controlfield") ? reader.getAttributeValue(null, "tag") : null;
        return tag == null ? reader.getLocalName() : reader.getLocalName() + " " + tag;
    }

    private static Optional<String> attribute(XMLStreamReader reader) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (ATTRIBUTES.contains(reader.getAttributeLocalName(i)) && !reader.getAttributeValue(i).isBlank()) {
                return Optional.of(reader.getAttributeValue(i).strip());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> text(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        while (reader.next() != XMLStreamConstants.END_ELEMENT && text.length() < LONGEST) {
            if (reader.isCharacters()) {
                text.append(reader.getText());
            } else if (reader.isStartElement()) {
                return Optional.empty();
            }
        }
        String found = text.toString().strip();
        return found.isEmpty() || found.length() > LONGEST ? Optional.empty() : Optional.of(found);
    }

    /** Returns a name for a record without one, derived from its content. It stays the same until the content changes. */
    static String ofContent(XmlFragment record) {
        byte[] digest = Sha256.of(record.utf8());
        return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    }

    /** Returns true for a MARC record whose leader marks it as deleted (position 05 is d). */
    static boolean isDeletedMarc(XmlFragment record) {
        String text = new String(record.utf8(), 0, Math.min(record.length(), 2_000), StandardCharsets.UTF_8);
        int at = text.indexOf("leader>");
        return at > 0 && at + 12 < text.length() && text.charAt(at + 12) == 'd';
    }
}
