package dev.sheaf.platform.sru;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/** Writer of explain records (ZeeRex 2.0): address, indexes, schemas and settings of a database. */
final class Explanation {

    private static final String NAMESPACE = "http://explain.z3950.org/dtd/2.0/";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private Explanation() {}

    /**
     * Returns the record.
     *
     * @param address address of the database
     * @param title name of the database, for people
     * @param size number of its records; empty if it is not known
     */
    static XmlFragment of(SruVersion version, URI address, String title, Optional<Long> size) {
        ElementWriter xml = new ElementWriter();
        xml.start("explain").attribute("xmlns", NAMESPACE).attribute("authoritative", "true");
        boolean isSecure = "https".equalsIgnoreCase(address.getScheme());
        xml.start("serverInfo").attribute("protocol", "SRU").attribute("version", version.text())
                .attribute("transport", isSecure ? "https" : "http").attribute("method", "GET POST");
        text(xml, "host", String.valueOf(address.getHost()));
        text(xml, "port", Integer.toString(address.getPort() >= 0 ? address.getPort() : isSecure ? HTTPS : HTTP));
        xml.start("database");
        size.ifPresent(records -> xml.attribute("numRecs", Long.toString(records)));
        xml.text(address.getRawPath().substring(1)).end().end();
        xml.start("databaseInfo").start("title").attribute("lang", "en").attribute("primary", "true").text(title).end().end();
        indexes(xml);
        xml.start("schemaInfo");
        for (SruSchema schema : SruSchema.values()) {
            xml.start("schema").attribute("identifier", schema.uri()).attribute("name", schema.text())
                    .attribute("sort", "false").attribute("retrieve", "true");
            text(xml, "title", schema.title());
            xml.end();
        }
        xml.end();
        settings(xml);
        return xml.end().fragment();
    }

    private static void indexes(ElementWriter xml) {
        xml.start("indexInfo");
        for (ContextSet set : ContextSet.values()) {
            xml.start("set").attribute("identifier", set.uri()).attribute("name", set.text()).end();
        }
        for (SruIndex index : SruIndex.values()) {
            xml.start("index").attribute("search", "true").attribute("scan", "false")
                    .attribute("sort", Boolean.toString(index.isSortable()));
            text(xml, "title", index.title());
            xml.start("map").start("name").attribute("set", index.set().text()).text(index.text()).end().end().end();
        }
        xml.end();
    }

    private static void settings(ElementWriter xml) {
        xml.start("configInfo");
        setting(xml, "default", "numberOfRecords", Integer.toString(SruSearch.USUAL_RECORDS));
        setting(xml, "default", "contextSet", ContextSet.DC.text());
        setting(xml, "default", "index", "cql.serverChoice");
        setting(xml, "default", "relation", "=");
        setting(xml, "default", "retrieveSchema", SruSchema.DC.text());
        setting(xml, "setting", "maximumRecords", Integer.toString(SruSearch.MOST_RECORDS));
        Stream.of("=", "==", "exact", "<>", "<", ">", "<=", ">=", "all", "any", "adj", "within")
                .forEach(relation -> setting(xml, "supports", "relation", relation));
        List.of("stem", "relevant", "word", "masked", "unmasked", "ignoreCase", "ignoreAccents")
                .forEach(modifier -> setting(xml, "supports", "relationModifier", modifier));
        List.of("and", "or", "not").forEach(operator -> setting(xml, "supports", "booleanOperator", operator));
        setting(xml, "supports", "maskingCharacter", "*");
        setting(xml, "supports", "sortModifier", "ascending");
        setting(xml, "supports", "sortModifier", "descending");
        xml.end();
    }

    private static void setting(ElementWriter xml, String element, String type, String value) {
        xml.start(element).attribute("type", type).text(value).end();
    }

    private static void text(ElementWriter xml, String name, String text) {
        xml.start(name).text(text).end();
    }
}
