package dev.sheaf.platform.usage;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.LocalIdentifier;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.enrichments.ItemKey;

/**
 * Records about uses, in oai_dc for people and as ContextObjects of OpenURL (ANSI/NISO Z39.88-2004) for programs. A ContextObject says that
 * agents ({@code requester}) used an item ({@code referent}) on a day. Its times are the beginnings of days. Immutable.
 *
 * @param domain domain name in the identifiers that the hub makes
 * @param hubUrl public address of the hub, without a slash at its end
 */
record UsageRecords(String domain, String hubUrl) {

    /** Source with one record for each document. */
    static final String DOCUMENTS = "usage-documents";
    /** Source with one record for each agent. */
    static final String AGENTS = "usage-agents";
    /** Namespace of the ContextObjects. */
    static final String NAMESPACE = "info:ofi/fmt:xml:xsd:ctx";
    /** Format of the ContextObjects. */
    static final MetadataFormat FORMAT = new MetadataFormat(new MetadataPrefix("ctxo"),
            "http://www.openurl.info/registry/docs/info:ofi/fmt:xml:xsd:ctx", NAMESPACE);
    private static final String DUBLIN_CORE = "info:ofi/fmt:xml:xsd:oai_dc";
    private static final String TYPE = "usage data";

    /**
     * Uses of a document on one day.
     *
     * @param names names of its agents; empty if they are too few to be named
     */
    record DayOfDocument(LocalDate day, long uses, long agents, List<String> names) {}

    /** A document that an agent used. */
    record DocumentOfAgent(ItemKey item, long uses) {}

    /** A record in both formats. */
    record Both(OaiRecord dublinCore, OaiRecord contextObjects) {}

    /** Returns the identifier of the record about a document. */
    String ofDocument(ItemKey item) {
        return LocalIdentifier.of(domain, DOCUMENTS, item.source() + "/" + item.identifier());
    }

    /** Returns the identifier of the record about an agent. */
    String ofAgent(LocalDate day, String agent) {
        return LocalIdentifier.of(domain, AGENTS, day + "/" + agent);
    }

    /**
     * Returns the record about a document.
     *
     * @param days one or more, oldest first
     */
    Both document(ItemKey item, List<DayOfDocument> days, Instant now) {
        String identifier = ofDocument(item);
        long uses = days.stream().mapToLong(DayOfDocument::uses).sum();
        long agents = days.stream().mapToLong(DayOfDocument::agents).sum();
        LocalDate first = days.getFirst().day();
        LocalDate last = days.getLast().day();
        XmlFragment dublinCore = new DublinCoreWriter().add("title", "Uses of " + item.identifier())
                .add("description", number(uses, "use") + " by " + number(agents, "agent") + " on " + number(days.size(), "day"))
                .add("date", first.equals(last) ? first.toString() : first + "/" + last).add("type", TYPE)
                .add("relation", item.identifier()).end();
        ElementWriter xml = begin();
        for (DayOfDocument day : days) {
            contextObject(xml, identifier, day.day(), item, day.names(), day.uses(), day.agents());
        }
        return both(identifier, dublinCore, xml.end().fragment(), now);
    }

    /**
     * Returns the record about an agent.
     *
     * @param documents one or more
     */
    Both agent(LocalDate day, String agent, List<DocumentOfAgent> documents, Instant now) {
        String identifier = ofAgent(day, agent);
        DublinCoreWriter dublinCore = new DublinCoreWriter().add("title", "Documents that an anonymous agent used on " + day)
                .add("date", day.toString()).add("type", TYPE);
        documents.forEach(document -> dublinCore.add("relation", document.item().identifier()));
        ElementWriter xml = begin();
        documents.forEach(document -> contextObject(xml, identifier, day, document.item(), List.of(agent), document.uses(), 1));
        return both(identifier, dublinCore.end(), xml.end().fragment(), now);
    }

    private static String number(long number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    private static Both both(String identifier, XmlFragment dublinCore, XmlFragment contextObjects, Instant now) {
        Header header = new Header(identifier, Datestamp.ofSecond(now), List.of(), false);
        return new Both(new OaiRecord(header, dublinCore), new OaiRecord(header, contextObjects));
    }

    private static ElementWriter begin() {
        return new ElementWriter().start("ctx:context-objects").attribute("xmlns:ctx", NAMESPACE)
                .attribute("xmlns:xsi", Namespaces.XSI)
                .attribute("xsi:schemaLocation", NAMESPACE + " " + FORMAT.schema());
    }

    private void contextObject(ElementWriter xml, String record, LocalDate day, ItemKey item, List<String> agents, long uses,
            long ofAgents) {
        xml.start("ctx:context-object").attribute("version", "Z39.88-2004")
                .attribute("identifier", record + "#" + (record.equals(ofDocument(item)) ? day : ofDocument(item)))
                .attribute("timestamp", day + "T00:00:00Z");
        xml.start("ctx:referent");
        identifier(xml, item.identifier());
        xml.start("ctx:metadata-by-ref");
        text(xml, "ctx:format", DUBLIN_CORE);
        text(xml, "ctx:location", hubUrl + Routes.oai(item.source()) + "?verb=GetRecord&metadataPrefix=oai_dc&identifier="
                + URLEncoder.encode(item.identifier(), StandardCharsets.UTF_8));
        xml.end().end();
        for (String agent : agents) {
            xml.start("ctx:requester");
            identifier(xml, ofAgent(day, agent));
            xml.end();
        }
        xml.start("ctx:service-type").start("ctx:metadata-by-val");
        text(xml, "ctx:format", UsageNamespace.URI);
        xml.start("ctx:metadata").start("usage:uses").attribute("xmlns:usage", UsageNamespace.URI)
                .attribute("count", Long.toString(uses)).attribute("agents", Long.toString(ofAgents)).end();
        xml.end().end().end();
        xml.start("ctx:resolver");
        identifier(xml, hubUrl + "/");
        xml.end().end();
    }

    private static void identifier(ElementWriter xml, String identifier) {
        text(xml, "ctx:identifier", identifier);
    }

    private static void text(ElementWriter xml, String name, String text) {
        xml.start(name).text(text).end();
    }
}
