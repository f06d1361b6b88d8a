package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Damaged;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.harvester.repair.RepairNote;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * Check of one response of protocol 2.0, 1.1 or 1.0 against the project's own schemas: the envelope, and metadata and other containers in
 * formats with a schema ({@link KnownFormat}). Containers in other namespaces are not checked. Each fault names its record.
 *
 * <p>A well-formed response is checked as received. A malformed response has a fault already. It is repaired as in a harvest, and the
 * result is checked, so that one stray character does not hide the faults after it. Records beyond repair are counted. Thread-safe.
 */
public final class PageCheck {

    private PageCheck() {}

    /**
     * Checks a response.
     *
     * @param response as received, content codings undone
     */
    public static PageFindings of(byte[] response) {
        return of(response, "");
    }

    /** Returns whether the program has a schema of its own for metadata and containers in a namespace. */
    public static boolean knows(String namespace) {
        return ResponseSchemas.isKnown(namespace) || KnownFormat.of(namespace, false) != null;
    }

    /**
     * Checks a response.
     *
     * @param response as received, content codings undone
     * @param contentType value of the HTTP header; empty when there is none
     */
    public static PageFindings of(byte[] response, String contentType) {
        return of(response, contentType, FormatSchemas.none());
    }

    /**
     * Checks a response.
     *
     * @param response as received, content codings undone
     * @param contentType value of the HTTP header; empty when there is none
     * @param given schemas that take the place of those of the program for the content of containers
     */
    public static PageFindings of(byte[] response, String contentType, FormatSchemas given) {
        PageFaults faults = new PageFaults();
        String broken;
        long line = 1;
        try {
            PagePass pass = new PagePass(XmlInput.pull(new ByteArrayInputStream(response)), faults, Map.of(), given);
            broken = run(pass);
            line = pass.line();
        } catch (OaiFormatException failure) {
            broken = String.valueOf(failure.getMessage());
        }
        return broken == null ? faults.findings() : repaired(response, contentType, broken, line, faults, given);
    }

    private static @Nullable String run(PagePass pass) {
        try {
            return pass.run();
        } catch (SAXException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private static PageFindings repaired(byte[] response, String contentType, String broken, long line, PageFaults before,
            FormatSchemas given) {
        PageFaults faults = new PageFaults();
        try {
            Reading reading = ResponseReader.REPAIRING.read(response, contentType);
            if (!reading.isFaultless()) {
                faults.add(line, broken + ". What follows was checked as repaired, and lines are those of the repaired response",
                        "the response is not well-formed");
            }
            XMLStreamReader again = XmlInput.pull(reading.utf8());
            String still = run(new PagePass(again, faults, repairs(reading), given));
            if (still == null) {
                unread(response, reading.damaged(), faults);
                return faults.findings();
            }
        } catch (OaiFormatException _) {
            // The response is unreadable, so only the faults before the unreadable part are known.
        }
        before.add(line, broken + ". It cannot be repaired, and what follows was not checked",
                "the response is not well-formed and cannot be repaired");
        return before.findings();
    }

    private static Map<String, String> repairs(Reading reading) {
        Map<String, String> repairs = new HashMap<>();
        for (RepairNote one : reading.repairs()) {
            if (one.identifier() != null) {
                repairs.putIfAbsent(one.identifier(), one.toString());
            }
        }
        return repairs;
    }

    /** Reports records in the order of the page, so that its lines are counted once. */
    private static void unread(byte[] response, List<Damaged> records, PageFaults faults) {
        long line = 1;
        int at = 0;
        for (Damaged damaged : records) {
            while (at < Math.min(damaged.position(), response.length)) {
                line += response[at] == '\n' ? 1 : 0;
                at++;
            }
            faults.unread(damaged.identifier() == null ? "" : damaged.identifier(), line, damaged.reason());
        }
    }
}
