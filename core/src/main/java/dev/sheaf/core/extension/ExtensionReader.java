package dev.sheaf.core.extension;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Limit;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.extension.ExtensionResponse.Answer;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.core.extension.ExtensionResponse.Notified;
import dev.sheaf.core.extension.ExtensionResponse.Pushed;
import dev.sheaf.core.extension.ExtensionResponse.RecordProblem;
import dev.sheaf.core.extension.ExtensionResponse.Refused;
import dev.sheaf.core.extension.ExtensionResponse.Status;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Reader of responses of the verbs Notify and PushMetadata, for the sender of the request. Its static methods are thread-safe. */
public final class ExtensionReader {

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> arguments = new LinkedHashMap<>();
    private final List<RecordProblem> problems = new ArrayList<>();
    private @Nullable String errorCode;

    private ExtensionReader() {}

    /**
     * Reads a response.
     *
     * @param utf8 the whole document
     * @throws OaiFormatException when it is not well-formed, has a DOCTYPE, or is another document
     */
    public static ExtensionResponse read(byte[] utf8) throws OaiFormatException {
        ExtensionReader reader = new ExtensionReader();
        try {
            XMLStreamReader xml = XmlInput.pull(utf8);
            reader.read(xml);
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        }
        return reader.response();
    }

    private void read(XMLStreamReader xml) throws XMLStreamException, OaiFormatException {
        int depth = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamReader.DTD -> throw new OaiFormatException("the response has a DOCTYPE", -1);
                case XMLStreamReader.START_ELEMENT -> {
                    depth++;
                    if (depth == 1
                            && !(xml.getLocalName().equals("OAI-EXT") && Namespaces.EXTENSION.equals(xml.getNamespaceURI()))) {
                        throw new OaiFormatException("the response is not an OAI-EXT document of " + Namespaces.EXTENSION, -1);
                    }
                    if (depth > Limit.DEPTH.number()) {
                        throw new OaiFormatException(Limit.DEPTH.exceeded(), -1);
                    }
                    if (start(xml)) {
                        depth--;
                    }
                }
                case XMLStreamReader.END_ELEMENT -> depth--;
                default -> {
                    // Other elements are ignored.
                }
            }
        }
    }

    /** @return true if the element has been read to its end */
    private boolean start(XMLStreamReader xml) throws XMLStreamException {
        String name = xml.getLocalName();
        switch (name) {
            case "request" -> {
                for (int i = 0; i < xml.getAttributeCount(); i++) {
                    arguments.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
                }
                texts.put(name, xml.getElementText());
            }
            case "error" -> {
                errorCode = xml.getAttributeValue(null, "code");
                texts.put(name, xml.getElementText());
            }
            case "problem" -> {
                String identifier = xml.getAttributeValue(null, "identifier");
                problems.add(new RecordProblem(identifier == null ? "" : identifier, xml.getElementText()));
            }
            case "responseDate", "status", "accepted", "rejected", "lastDatestamp", "expectedFrom" -> texts.put(name,
                    xml.getElementText().strip());
            default -> {
                return false;
            }
        }
        return true;
    }

    private ExtensionResponse response() throws OaiFormatException {
        Instant date = Datestamp.received(texts.getOrDefault("responseDate", "")).instant().orElse(Instant.EPOCH);
        return new ExtensionResponse(date, texts.getOrDefault("request", ""), arguments, answer());
    }

    private Answer answer() throws OaiFormatException {
        String message = texts.get("error");
        if (message != null) {
            for (Code code : Code.values()) {
                if (code.text().equals(errorCode)) {
                    return new Refused(code, message);
                }
            }
            return new Refused(Code.BAD_ARGUMENT, message);
        }
        String status = texts.get("status");
        for (Status known : Status.values()) {
            if (known.text().equals(status)) {
                return new Notified(known);
            }
        }
        if (texts.containsKey("accepted")) {
            return new Pushed(number("accepted"), number("rejected"), texts.get("lastDatestamp"), texts.get("expectedFrom"),
                    problems);
        }
        throw new OaiFormatException("the response does not state the result of the request", -1);
    }

    private long number(String name) throws OaiFormatException {
        try {
            return Long.parseLong(texts.getOrDefault(name, "0"));
        } catch (NumberFormatException _) {
            throw new OaiFormatException("'" + name + "' is not a number in the response", -1);
        }
    }
}
